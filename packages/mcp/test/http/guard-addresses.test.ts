import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAddressGuard } from '../../src/http/guard-addresses.js'

const PORT = '3001'
const own = createAddressGuard({})
const named = createAddressGuard({
  hosts: ['mcp.example.com', 'mcp.example.com:8443'],
  origins: ['https://app.example.com'],
})

const asked = (headers: Record<string, string>) =>
  new Request('http://localhost/mcp', { method: 'POST', headers })

/** Ways to write a name that is not the name. */
const spellings = (name: string): readonly string[] => [
  `${name}.`,
  `${name}..`,
  `.${name}`,
  `www.${name}`,
  `${name}.evil.com`,
  `evil-${name}`,
  `${name}-evil.com`,
  `evil.com:${name}`,
  `user@${name}`,
  `${name}@evil.com`,
  `user:pw@${name}`,
  `${name}:99999999`,
  `${name}:`,
  `${name}:80:80`,
  `${name}:8o`,
  `${name}/`,
  `${name}/path`,
  `${name}?q`,
  `${name}#f`,
  `${name}\\evil.com`,
  `${name}%2eevil.com`,
  `%6c${name.slice(1)}`,
  `${name}%00`,
  `${name},evil.com`,
  `evil.com,${name}`,
  `${name} evil.com`,
  `[${name}]`,
  `http://${name}`,
  `//${name}`,
  `xn--${name}`,
  name.slice(0, -1),
  `${name}${name}`,
]

const HOSTS = ['localhost', '127.0.0.1', '[::1]']
const ODD_ADDRESSES = [
  'evil.com',
  '0.0.0.0',
  '127.1',
  '127.0.0.2',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '::1',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:0:0:1]',
  '[::1%lo]',
  '169.254.169.254',
  'LOCALHOST.EVIL.COM',
  'lоcalhost',
  'ⓛocalhost',
  'null',
  '*',
  ' ',
]

const wrongHosts = [...HOSTS.flatMap(spellings), ...ODD_ADDRESSES]

describe('on the own machine', () => {
  test.each(HOSTS.flatMap((host) => [host, `${host}:${PORT}`, host.toUpperCase()]))(
    '%s is let in',
    (host) => {
      expect(own(asked({ host }))).toBeUndefined()
    },
  )

  test.each(wrongHosts.map(onlyLatin))('the host %j is not', (host) => {
    expect(own(asked({ host }))?.status).toBe(403)
  })
})

describe('a page', () => {
  const host = `localhost:${PORT}`

  test('of this server itself is let in, and so is whoever is no page', () => {
    expect(own(asked({ host, origin: `http://${host}` }))).toBeUndefined()
    expect(own(asked({ host }))).toBeUndefined()
  })

  const origins = [
    ...wrongHosts.flatMap((name) => [`http://${name}`, `https://${name}:${PORT}`]),
    ...HOSTS.map((name) => `http://${name}`),
    ...HOSTS.map((name) => `http://${name}:${Number(PORT) + 1}`),
    'null',
    'file://',
    `http://${host}/`,
    `http://${host} `.trimEnd() + '.',
    `HTTP://${host}`,
    `ftp://${host}`,
    `ws://${host}`,
    `http://${host},http://evil.com`,
    `http://evil.com http://${host}`,
    `chrome-extension://${host}`,
    '*',
    'undefined',
  ].map(onlyLatin)

  test(`of any of ${origins.length} other addresses is not`, () => {
    expect(origins.length + wrongHosts.length).toBeGreaterThan(300)
    expect(origins.filter((origin) => own(asked({ host, origin }))?.status !== 403)).toEqual([])
  })

  test('that was named is let in, and no other spelling of it', () => {
    const origin = 'https://app.example.com'
    const others = spellings('app.example.com').map((name) => onlyLatin(`https://${name}`))

    expect(named(asked({ host: 'mcp.example.com', origin }))).toBeUndefined()
    expect(
      [...others, 'http://app.example.com', `${origin}:8443`].filter(
        (other) => named(asked({ host: 'mcp.example.com', origin: other }))?.status !== 403,
      ),
    ).toEqual([])
  })
})

test('where names were given, the own machine is none of them', () => {
  expect(named(asked({ host: 'mcp.example.com:8443' }))).toBeUndefined()
  expect(named(asked({ host: 'localhost' }))?.status).toBe(403)
  expect(named(asked({ host: 'mcp.example.com:80' }))?.status).toBe(403)
})

test('no text but the names gets past', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('localhst127.0:[]@/%. ')) }),
      (text) => {
        const host = text.trim()
        const isName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(host)
        fc.pre(host !== '')
        expect(own(asked({ host })) === undefined).toBe(isName)
      },
    ),
  )
})

/** Headers hold no other letters; a client that sends them sends their bytes. */
function onlyLatin(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listNotices, renderNotice } from '../../src/page/render-notice.js'
import { renderPost } from '../../src/page/render-post.js'
import { ask } from '../x-client.js'

const start = () => startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z') })

test('the page shows the timeline, the account and its notifications', async () => {
  await using x = await start()
  x.post('bob', { text: 'look at this, @alice' })
  const page = await ask(x, 'GET /')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Alice Moreau')
  expect(page.text).toContain('mentioned you')
  expect(page.text).toContain('look at this, <a href="/?as=alice">@alice</a>')
  expect((await ask(x, 'GET /?as=carol')).text).toContain('for @carol')
})

test('an empty world has a page too', async () => {
  await using x = await startSimulator({ world: 'empty' })
  expect((await ask(x, 'GET /')).text).toContain('Nobody has posted yet.')
})

test('the policy lets only the page’s own style and script run', async () => {
  await using x = await start()
  const { text, headers } = await ask(x, 'GET /')
  const policy = headers.get('content-security-policy') ?? ''
  const hash = (tag: string) => {
    const inner = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? ''
    return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`
  }
  expect(policy).toContain(`style-src ${hash('style')}`)
  expect(policy).toContain(`script-src ${hash('script')}`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(text).not.toMatch(/ style=| on[a-z]+=/)
})

const hostile = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    'https://example.com/"onmouseover="alert(1)',
    'javascript:alert(1)',
    '&lt;b&gt;',
    '</style><script>',
    '@alice"><b>',
    '#tag<b>',
    '`${1}`',
  ),
  fc.string({ unit: fc.constantFrom(...'<>"\'&`=/ ab@#:.😀'.split('')) }),
  fc.string({ unit: 'binary' }),
)

// What may stand between angle brackets: the tags that the page is made of, with quoted attributes.
const tag =
  /<\/?(?:li|div|b|span|time|p|a|ul|ol|footer|header|svg|path|q)(?: (?:class|data-post|data-likes|datetime|title|aria-label|aria-hidden|href|rel|target|viewBox|d)(?:="[^"<>]*")?)* *\/?>/g

test('whatever people write, it stays text', async () => {
  await using x = await startSimulator({ world: 'empty' })
  const alice = x.addAccount({ username: 'alice' })
  const bob = x.addAccount({ username: 'bob' })
  fc.assert(
    fc.property(hostile, hostile, hostile, (text, name, alt) => {
      bob.name = name
      const own = x.post('alice', { text })
      const reply = x.post('bob', {
        text: `${text} @alice`,
        replyTo: own,
        poll: { options: [alt, text], minutes: 5 },
        source: name,
      })
      const html =
        [own, reply].map((post) => renderPost(x.world, post).html).join('') +
        listNotices(x.world, alice, 3)
          .map((notice) => renderNotice(x.world, notice).html)
          .join('')
      expect(html.replaceAll(/\s+/g, ' ').replaceAll(tag, '')).not.toMatch(/[<>]/)
      for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
        expect(address).toMatch(/^(?:https?:\/\/|\/\?as=)/)
    }),
    { numRuns: 2000 },
  )
})

test('what happens is told to a page that listens, until it stops', async () => {
  await using x = await start()
  const aborter = new AbortController()
  const response = await fetch(`${x.url}/events?as=alice`, { signal: aborter.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => {
    const { value = '' } = (await reader?.read()) ?? {}
    return JSON.parse(value.replace(/^data: /, '')) as Record<string, string>
  }
  expect(await next()).toHaveProperty('figures')
  const post = x.post('bob', { text: 'hey @alice\n\ndata: {}' })
  const told = await next()
  expect(told['post']).toContain(`data-post="${post.id}"`)
  expect(told['notice']).toContain('mentioned you')
  aborter.abort()
  while (x.world.listeners.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(x.world.listeners.size).toBe(0)
})

test('a page that does not read is let go before it fills the memory', async () => {
  await using x = await start()
  const socket = connect(Number(new URL(x.url).port), '127.0.0.1')
  socket.pause()
  socket.write('GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await expect.poll(() => x.world.listeners.size).toBe(1)
  for (let index = 0; index < 2000 && x.world.listeners.size > 0; index++) {
    x.post('bob', { text: '<'.repeat(25_000) })
    if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(x.world.listeners.size).toBe(0)
  socket.destroy()
})

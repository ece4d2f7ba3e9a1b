import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../scripts/find-chromium.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  writeFileSync(join(folder, 'chrome'), '')
  writeFileSync(
    join(folder, 'from-npm.mjs'),
    'export default { executablePath: async () => "unpacked" }',
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the browser that is named comes first, then those of the machine', async () => {
  const chrome = join(folder, 'chrome')
  expect(await findChromium({ CHROMIUM: chrome }, [folder])).toEqual({
    kind: 'found',
    path: chrome,
  })
  expect(await findChromium({}, ['/nowhere', chrome])).toEqual({ kind: 'found', path: chrome })
})

test.runIf(process.platform === 'linux')(
  'on a machine without a browser it is the one from npm, or the word how to get that',
  async () => {
    const fromNpm = join(folder, 'from-npm.mjs')
    expect(await findChromium({}, [], fromNpm)).toEqual({ kind: 'found', path: 'unpacked' })
    expect(await findChromium({}, [], '/nowhere')).toEqual({
      kind: 'none',
      reason: 'there is no browser: npm ci --prefix tools/chromium brings one',
    })
  },
)

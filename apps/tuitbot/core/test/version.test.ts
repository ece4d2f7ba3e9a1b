import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from '../src/version.js'

test('Tuitbot says of itself the version that its package has', () => {
  const manifest = new URL('../package.json', import.meta.url)

  expect(JSON.parse(readFileSync(manifest, 'utf8')).version).toBe(VERSION)
})

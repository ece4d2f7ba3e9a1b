import { expect, test } from 'vitest'
import { systemIds } from '../src/index.js'
import { uuidV7 } from '../src/ids.js'

test('an intent’s id is a UUID of version 7 that begins with its time', () => {
  const id = uuidV7(0x0123456789ab)

  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids sort by time, and ten thousand of one moment are all different', () => {
  expect(uuidV7(1_700_000_000_000) < uuidV7(1_700_000_000_001)).toBe(true)
  const ids = Array.from({ length: 10_000 }, () => systemIds.intent(1_700_000_000_000))
  expect(new Set(ids).size).toBe(10_000)
})

test('a clock before 1970, or far beyond, still gives an id', () => {
  for (const now of [-1, 0.5, 2 ** 48, Number.MAX_SAFE_INTEGER]) {
    expect(uuidV7(now)).toMatch(/^[0-9a-f-]{36}$/)
  }
})

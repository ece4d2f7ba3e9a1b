import { expect, test } from 'vitest'
import { createRateLimits } from '../../src/x-api/rate-limits.js'

const MINUTE = 60_000

test('a window that is used up is waited for until it opens again', () => {
  let now = Date.parse('2026-09-01T09:00:00Z')
  const limits = createRateLimits(() => now)
  limits.note('key', usedUp(now + 15 * MINUTE))

  expect(limits.wait('key')).toBe(15 * MINUTE)
  expect(limits.wait('another')).toBeUndefined()
  now += 14 * MINUTE
  expect(limits.wait('key')).toBe(MINUTE)
  now += MINUTE
  expect(limits.wait('key')).toBeUndefined()
})

test('nothing waits for years because the clock was ahead for a while', () => {
  let now = Date.parse('2030-09-01T09:00:00Z')
  const limits = createRateLimits(() => now)
  limits.note('key', usedUp(now + 15 * MINUTE))

  now = Date.parse('2026-09-01T09:00:00Z')

  expect(limits.wait('key')).toBeUndefined()
})

function usedUp(resetAt: number): Headers {
  return new Headers({
    'x-rate-limit-limit': '15',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(resetAt / 1000),
  })
}

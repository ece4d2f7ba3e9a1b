import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { createPace } from '../../src/demo/pace.js'

const MINUTE_MS = 60_000

test('the world is lively at first and calm afterwards: a night brings dozens of mentions, not hundreds', async () => {
  const clock = virtualClock('2026-09-01T21:00:00Z')
  const pace = createPace({ now: () => clock.now(), countWaiting: async () => 0 })
  await using x = await startSimulator({ seed: 7, clock, eventsPerMinute: pace })
  const { mentions } = x.account('alice')
  const count = (minutes: number) => {
    const before = mentions.length
    clock.advance(minutes * MINUTE_MS)
    return mentions.length - before
  }

  expect(count(3)).toBeGreaterThan(2)
  const night = count(10 * 60)
  expect(night).toBeGreaterThan(25)
  expect(night).toBeLessThan(75)
})

test('while more than twenty wait, nobody says anything', async () => {
  let waiting = 20
  const pace = createPace({ now: () => 0, countWaiting: async () => waiting })
  const ask = async () => {
    pace()
    await Promise.resolve()
    return pace()
  }

  expect(await ask()).toBeGreaterThan(0)
  waiting = 21
  expect(await ask()).toBe(0)
  waiting = 20
  expect(await ask()).toBeGreaterThan(0)
})

test('a count that fails stops nothing', async () => {
  const pace = createPace({ now: () => 0, countWaiting: () => Promise.reject(new Error('closed')) })
  pace()
  await Promise.resolve()
  expect(pace()).toBeGreaterThan(0)
})

import { expect, test } from 'vitest'
import { createReplays } from '../src/replays.js'

test('an account that was asked for something again is looked up from then on, and others are not', () => {
  const replays = createReplays()
  expect(replays.areExpected('alice')).toBe(false)

  replays.expect('alice')

  expect(replays.areExpected('alice')).toBe(true)
  expect(replays.areExpected('bob')).toBe(false)
})

test('who looks in vain often enough stops looking', () => {
  const replays = createReplays()
  replays.expect('alice')
  let looks = 0
  for (; replays.areExpected('alice') && looks < 1_000; looks++) replays.pass('alice')

  expect(looks).toBeGreaterThan(1)
  expect(looks).toBeLessThan(100)
})

test('one find is enough to go on looking', () => {
  const replays = createReplays()
  replays.expect('alice')
  for (let round = 0; round < 100; round++) {
    for (let look = 0; look < 10; look++) replays.pass('alice')
    expect(replays.areExpected('alice')).toBe(true)
    replays.expect('alice')
  }
})

import { expect, test } from 'vitest'
import { createRunFold } from '../../src/run/run-state.js'
import { maxTime } from '../../src/run/stop-policy.js'

test('a run is stopped when its time is over, and not before', () => {
  const { progress } = createRunFold().state
  const begun = { ...progress, startedAt: 1_000 }
  let now = 1_999
  const policy = maxTime(1_000, () => now)

  expect(policy.check(begun)).toBeUndefined()
  now = 2_000
  expect(policy.check(begun)).toBe('1000 ms are over')
})

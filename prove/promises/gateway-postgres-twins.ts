import { askForTheSame } from '../../packages/gateway/test/processes/twins.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P3-postgres',
  '8 processes that ask for the same 25 times at once send it once, and all hear of the same post',
  async ({ slice, server }) => {
    const rounds = shareOf(40, slice)
    const crew = { processes: 8, times: 25, rounds, server }
    const calls = await askForTheSame(crew)
    const without = await askForTheSame({ ...crew, memory: 'off' })
    return { figures: { rounds, calls, callsWithoutMemory: without, postsPerRound: 1 } }
  },
)

import { loseCommits } from '../../packages/gateway/test/postgres/lost-commits.js'
import { onPostgres } from '../on-postgres.js'
import { shareOf } from '../promise.js'

export const proof = onPostgres(
  'P12',
  'when the answer to a commit is lost, or the commit, at any transaction of a change, the outcome is found out',
  async ({ slice, server }) => {
    const { trials, lost } = await loseCommits(server, shareOf(200, slice))
    return { figures: { trials, lost, doubles: 0 } }
  },
)

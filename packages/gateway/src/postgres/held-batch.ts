import { type Env } from '../scripts/env.js'
import { type Beliefs } from './beliefs.js'
import { type Drafted } from './commit.js'
import { type Connection } from './connection.js'
import { finish } from './finish.js'
import { type Job, type Scope } from './job.js'
import { createKnown } from './known.js'
import { beginLocked } from './locks.js'
import { settleOn } from './settle-on.js'
import { envAt } from './transact.js'

/**
 * Jobs that share a transaction, in two trips to the database: one that takes all locks and reads what they will ask for, and
 * one that writes what they have changed, with the commit.
 */
export async function runHeld(
  connection: Connection,
  jobs: readonly Job[],
  scope: Scope,
  { base, beliefs }: { readonly base: Env; readonly beliefs: Beliefs },
): Promise<readonly Drafted[]> {
  try {
    const known = createKnown()
    const questions = jobs.flatMap(({ reads = [] }) => reads)
    const [held] = await Promise.all([
      beginLocked(connection, scope),
      known.learn(connection, questions),
    ])
    known.hold(held)
    beliefs.see(held)
    const env = envAt(held.at, base)
    const { drafted, changes } = await settleOn(connection, known, jobs, (job, tx) =>
      job.script(tx, env),
    )
    await finish(connection, changes, drafted)
    beliefs.keep(changes)
    return drafted
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}

import { type Env } from '../scripts/env.js'
import { type Beliefs } from './beliefs.js'
import { runBelieved } from './believed-batch.js'
import { type Drafted } from './commit.js'
import { type Connection } from './connection.js'
import { runHeld } from './held-batch.js'
import { type Job, type Scope } from './job.js'

/** Jobs that share a transaction: on what is believed, and where that is wrong, on what is held. */
export async function runBatch(
  connection: Connection,
  jobs: readonly Job[],
  base: Env,
  beliefs: Beliefs,
): Promise<readonly Drafted[]> {
  const scope = scopeOf(jobs)
  const surroundings = { base, beliefs }
  return (
    (await runBelieved(connection, jobs, scope, surroundings)) ??
    runHeld(connection, jobs, scope, surroundings)
  )
}

function scopeOf(jobs: readonly Job[]): Scope {
  return {
    accounts: [...new Set(jobs.flatMap(({ scope }) => scope.accounts ?? []))],
    intents: jobs.flatMap(({ scope }) => scope.intents ?? []),
  }
}

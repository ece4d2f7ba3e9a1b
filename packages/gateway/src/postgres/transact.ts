import { type Env } from '../sqlite/env.js'
import { addLink, findAccount } from '../sqlite/chain.js'
import { commit, type Mark } from './commit.js'
import { execute, type Answer, type Connection } from './connection.js'
import { type Job } from './job.js'
import { beginLocked, NotHeld } from './locks.js'
import { replay, type Step } from './replay.js'

/** One job as a transaction of its own, statement by statement. */
export async function transact(connection: Connection, job: Job, base: Env): Promise<unknown> {
  const marks = new Map<string, Mark>()
  try {
    const held = await beginLocked(connection, job.scope)
    const env = envAt(held.at, base)
    const value = await replay(
      (tx) => job.script(tx, env),
      async (step) => {
        const account = stepOf(step, findAccount)?.account
        if (account !== undefined && !held.accounts.has(account)) throw new NotHeld(account)
        const link = stepOf(step, addLink)
        if (link) marks.set(link.account, link)
        return answer(connection, step)
      },
    )
    job.before?.(value)
    await commit(connection, [...marks.values()], [value])
    return value
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}

/** A transaction has one time: that of the database, when its locks were had. */
export function envAt(at: number, base: Env): Env {
  return { ...base, clock: { now: () => at, elapsed: () => at } }
}

export function answer(connection: Connection, step: Step): Promise<Answer> {
  return step.kind === 'query'
    ? connection.query(step.query.sql, step.query.parameters)
    : execute(connection, step.statement, step.params as never)
}

/** The parameters of a step, if it is this statement. */
function stepOf<Params>(
  step: Step,
  statement: { readonly types?: { readonly params: Params } },
): Params | undefined {
  if (step.kind !== 'statement' || step.statement !== statement) return undefined
  // It is the very statement, so these are its parameters.
  return step.params as Params
}

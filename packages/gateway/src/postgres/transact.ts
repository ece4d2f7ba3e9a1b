import { type Env } from '../scripts/env.js'
import { addLink, findAccount } from '../scripts/chain.js'
import { commit, type Mark } from './commit.js'
import { type Connection } from './connection.js'
import { type Job } from './job.js'
import { beginLocked, NotHeld } from './locks.js'
import { paramsOf, put } from './question.js'
import { replay } from './replay.js'

/** One job as a transaction of its own, statement by statement. */
export async function transact(connection: Connection, job: Job, base: Env): Promise<unknown> {
  const marks = new Map<string, Mark>()
  try {
    const held = await beginLocked(connection, job.scope)
    const env = envAt(held.at, base)
    const value = await replay(
      (tx) => job.script(tx, env),
      async (question) => {
        const account = paramsOf(question, findAccount)?.account
        if (account !== undefined && !held.accounts.has(account)) throw new NotHeld(account)
        const link = paramsOf(question, addLink)
        if (link) marks.set(link.account, link)
        return put(connection, question)
      },
    )
    job.before?.(value)
    await commit(connection, [...marks.values()], [{ value }])
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

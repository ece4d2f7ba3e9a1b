import { type Env } from '../scripts/env.js'
import { findSettleable } from '../scripts/complete.js'
import { findBound } from '../scripts/intents.js'
import { type Beliefs } from './beliefs.js'
import { marksOf, sureOf, type Drafted } from './commit.js'
import { type Connection } from './connection.js'
import { type Changes } from './draft.js'
import { isMistaken } from './errors.js'
import { finish } from './finish.js'
import { type Job, type Scope } from './job.js'
import { createKnown, type Known } from './known.js'
import { paramsOf, type Question } from './question.js'
import { settleOn } from './settle-on.js'
import { envAt } from './transact.js'
import { writeOut, type Believed } from './write-out.js'

/**
 * Jobs that share a transaction, in one trip: they run on what is believed, and the database writes what came of it if that is so.
 * `undefined`: it is not known, or was not so, and nothing has been changed.
 */
export async function runBelieved(
  connection: Connection,
  jobs: readonly Job[],
  scope: Scope,
  { base, beliefs }: { readonly base: Env; readonly beliefs: Beliefs },
): Promise<readonly Drafted[] | undefined> {
  const held = beliefs.about(scope)
  if (held?.control === undefined) return undefined
  const known = createKnown({ trustsIndexes: true })
  known.hold(held)
  for (const { reads = [] } of jobs) for (const read of reads) believe(known, beliefs, read)
  const env = envAt(held.at, base)
  const { drafted, changes } = await settleOn(connection, known, jobs, (job, tx) =>
    job.script(tx, env),
  )
  if (changes.read.size === 0) return drafted
  const believed = { control: held.control, at: held.at, drift: driftOf(base) }
  try {
    const written = await writeBelieved(connection, { changes, drafted, believed })
    beliefs.keep(changes, written)
    beliefs.confirm(scope)
    return drafted
  } catch (error) {
    if (!isMistaken(error)) beliefs.forget(scope)
    if (!isMistaken(error)) throw error
    beliefs.doubt(scope)
    return undefined
  }
}

/** What a completion asks: its row is as the claim has left it, and of an id that is another's the index knows. */
function believe(known: Known, beliefs: Beliefs, question: Question): void {
  const sought = paramsOf(question, findSettleable)
  const row = sought && beliefs.intent(sought.id)
  if (row) known.keep(question, [row])
  if (paramsOf(question, findBound)) known.keep(question, [])
}

/** How much earlier than the truth a time may be: little beside the life of a permit, on which all other times rest. */
function driftOf({ times }: Env): number {
  return Math.ceil(times.permit / 5)
}

interface Writing {
  readonly changes: Changes
  readonly drafted: readonly Drafted[]
  readonly believed: Believed
}

/** A statement that is sent alone is committed with its end, and its answer is what was said of it. */
async function writeBelieved(
  connection: Connection,
  { changes, drafted, believed }: Writing,
): Promise<number | undefined> {
  if (changes.queries.length > 0) {
    await finish(connection, changes, drafted, believed)
    return undefined
  }
  const write = () => writeOut(connection, changes, believed)
  return sureOf(write, marksOf(changes.links), drafted)
}

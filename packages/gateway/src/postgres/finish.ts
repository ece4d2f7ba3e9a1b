import { commit, CommitLost, marksOf, sureOf, type Drafted } from './commit.js'
import { type Connection } from './connection.js'
import { type Changes } from './draft.js'
import { writeOut, type Believed } from './write-out.js'

/**
 * The commit leaves with the changes; if its answer is lost, that is what has happened, whatever became of the others. What is only
 * believed has no transaction yet.
 */
export async function finish(
  connection: Connection,
  changes: Changes,
  drafted: readonly Drafted[],
  believed?: Believed,
): Promise<void> {
  const marks = marksOf(changes.links)
  const write = () => writeOut(connection, changes, believed)
  const results = await Promise.allSettled([
    ...(believed ? [connection.query('begin')] : []),
    ...(changes.read.size > 0 ? [sureOf(write, marks, drafted)] : []),
    ...changes.queries.map(({ sql, parameters }) => connection.query(sql, parameters)),
    commit(connection, marks, drafted),
  ])
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  const failure: unknown = failures.find((reason) => reason instanceof CommitLost) ?? failures[0]
  if (failures.length > 0) throw failure
}

import { StorageError } from '../store.js'
import { type Connection } from './connection.js'
import { isAway } from './errors.js'

/** What became of a job of a transaction: `undefined` where it needs one of its own. */
export type Drafted = { readonly value: unknown } | undefined

/** The last link that a transaction has put on a chain. Nobody else can have made the same. */
export interface Mark {
  readonly account: string
  readonly seq: number
  readonly hash: string
}

/** The connection was lost while a commit was on its way: only the chain can say whether it got there. */
export class CommitLost extends Error {
  readonly marks: readonly Mark[]
  /** What becomes of its jobs if it did; those that were no part of it come again. */
  readonly outcomes: readonly Drafted[]

  constructor(marks: readonly Mark[], outcomes: readonly Drafted[], options: ErrorOptions) {
    super('the answer to a commit was lost', options)
    this.marks = marks
    this.outcomes = outcomes
  }
}

/** The last links of a transaction, one an account. */
export function marksOf(links: readonly Mark[]): readonly Mark[] {
  return [...new Map(links.map((link) => [link.account, link])).values()]
}

export async function commit(
  connection: Connection,
  marks: readonly Mark[],
  outcomes: readonly Drafted[],
): Promise<void> {
  await sureOf(
    async () => {
      const { command } = await connection.query('commit')
      if (command !== 'COMMIT')
        throw new StorageError('unavailable', 'a commit ended as a rollback')
    },
    marks,
    outcomes,
  )
}

/** Does what commits something; where nobody answers, it is for the chain to say. */
export async function sureOf<Value>(
  act: () => Promise<Value>,
  marks: readonly Mark[],
  outcomes: readonly Drafted[],
): Promise<Value> {
  try {
    return await act()
  } catch (cause) {
    if (cause instanceof StorageError && isAway(cause))
      throw new CommitLost(marks, outcomes, { cause })
    throw cause
  }
}

/**
 * Whether a transaction whose commit nobody answered is there. It waits for the accounts that it held, so that it is over, one way
 * or the other, when they are had; and what has not even got there finds them changed when it does.
 */
export async function isCommitted(
  connection: Connection,
  marks: readonly Mark[],
): Promise<boolean> {
  const accounts = marks.map(({ account }) => account)
  const [, , found] = await Promise.all([
    connection.query('begin'),
    connection.query(HOLD, [accounts]),
    connection.query(FIND, [accounts, marks.map(({ seq }) => seq), marks.map(({ hash }) => hash)]),
    connection.query(CHANGE, [accounts]),
    connection.query('commit'),
  ])
  return found.count > 0
}

const HOLD = `
  select account from gateway_account where account = any($1::text[]) order by account for update`

const CHANGE = `
  update gateway_account set seen_at = seen_at + 1 where account = any($1::text[])`

const FIND = `
  select 1 from gateway_audit
  join unnest($1::text[], $2::bigint[], $3::text[]) as mark (account, seq, hash)
    using (account, seq, hash)`

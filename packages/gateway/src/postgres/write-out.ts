import { type Connection } from './connection.js'
import { type Changes } from './draft.js'
import { unclear } from './errors.js'
import { findTime } from './locks.js'

/** From what a batch was worked out that nobody has held still for it. */
export interface Believed {
  /** The row of what holds for all, as the database writes it down. */
  readonly control: string
  /** The time by the database's clock, and how much later it may be when this gets there. */
  readonly at: number
  readonly drift: number
}

/**
 * Sends all changes of a batch as one statement. It is not waited for: where the rows are not what they were, or a part of it changes
 * other than it should, the database fails it, and with it everything that comes after, up to the commit. It says what time it is;
 * where it does not, nobody can know whether it was done.
 */
export async function writeOut(
  connection: Connection,
  changes: Changes,
  believed?: Believed,
): Promise<number> {
  const answer = await connection.prepared('gateway_write', WRITE, [
    believed && changes.readsControl ? believed.control : null,
    believed?.at ?? null,
    believed?.drift ?? null,
    json(savedAccounts(changes)),
    json(changes.intents.map((row) => Object.assign({ recoveries: 0, tries: 0 }, row))),
    json(changes.settled),
    json(changes.links),
    json(changes.uses),
    json(changes.forgotten),
    json(changes.released),
  ])
  const at = findTime(answer)
  if (at === undefined) throw unclear('the database did not say that it has written')
  return at
}

const WRITE = 'select gateway_write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as at'

/** An account that was only looked at must be as it was, too. */
function savedAccounts({ read, accounts }: Changes): readonly object[] {
  return [...read.values()].map((was) => {
    const { account, paused, seq, head, seen_at, failures, probation } =
      accounts.get(was.account) ?? was
    return {
      account,
      paused,
      seq,
      head,
      seen_at,
      failures,
      probation,
      was_seq: was.seq,
      was_head: was.head,
      was_seen_at: was.seen_at,
      was_failures: was.failures,
      was_probation: was.probation,
    }
  })
}

function json(rows: readonly unknown[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows)
}

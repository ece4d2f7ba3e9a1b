import { type Kysely } from 'kysely'
import { conflictOf } from '../record/conflict.js'
import { GENESIS, seal, unseal } from '../record/seal.js'
import { summaryOf } from '../record/summary-of.js'
import { toRunStoreError, type RunStore } from '../run/run-store.js'
import { type AgentTables } from './tables.js'

/**
 * Keeps runs in a database that Kysely speaks to, SQLite or PostgreSQL, whose tables `migrateRunStore` has made. An append is
 * made as a whole or not at all, and a key lets one of two through, so several processes and machines may share it.
 */
export function kyselyRunStore(db: Kysely<AgentTables>): RunStore {
  const hashes = new Map<string, { readonly count: number; readonly hash: string }>()

  const hashAt = async (runId: string, count: number): Promise<string> => {
    const known = hashes.get(runId)
    if (known?.count === count) return known.hash
    if (count === 0) return GENESIS
    const last = await db
      .selectFrom('agent_run_record')
      .select('hash')
      .where('run_id', '=', runId)
      .where('position', '=', count - 1)
      .executeTakeFirst()
      .catch((cause: unknown) => {
        throw toRunStoreError('unreadable', `run ${runId} cannot be read`, cause)
      })
    // It has fewer records than someone thinks.
    if (!last) throw conflictOf(runId, count)
    return last.hash
  }

  /** Drivers say in their own ways that a key is taken; that it is taken says so for all of them. */
  const failureOf = async (runId: string, expected: number, cause: unknown) => {
    const holder = await db
      .selectFrom('agent_run_record')
      .select('position')
      .where('run_id', '=', runId)
      .where('position', '=', expected)
      .executeTakeFirst()
      .catch(() => undefined)
    return holder
      ? conflictOf(runId, expected, cause)
      : toRunStoreError('unwritable', `run ${runId} cannot be written`, cause)
  }

  return {
    async append(runId, expected, records) {
      let hash = await hashAt(runId, expected)
      const rows = records.map((record, index) => {
        const sealed = seal(hash, record)
        hash = sealed.hash
        return { run_id: runId, position: expected + index, hash, record: sealed.text }
      })
      try {
        await insert(db, rows)
      } catch (cause) {
        hashes.delete(runId)
        throw await failureOf(runId, expected, cause)
      }
      // Whoever goes on with a run does so one by one, so the last few are all there is to remember.
      if (hashes.size > MOST_HASHES) hashes.clear()
      hashes.set(runId, { count: expected + rows.length, hash })
    },
    async read(runId) {
      const rows = await db
        .selectFrom('agent_run_record')
        .select(['position', 'hash', 'record'])
        .where('run_id', '=', runId)
        .orderBy('position')
        .execute()
        .catch((cause: unknown) => {
          throw toRunStoreError('unreadable', `run ${runId} cannot be read`, cause)
        })
      return unseal(
        runId,
        rows.map(({ hash, record }) => ({ hash, text: record })),
      )
    },
    async list() {
      const rows = await db
        .selectFrom('agent_run_record')
        .select(['run_id', 'record'])
        .where('position', '=', 0)
        .execute()
        .catch((cause: unknown) => {
          throw toRunStoreError('unreadable', 'the runs cannot be listed', cause)
        })
      return rows
        .map(({ run_id: runId, record }) => summaryOf(runId, record))
        .toSorted((a, b) => b.at - a.at)
    },
    close: () => db.destroy(),
  }
}

const MOST_HASHES = 10_000
/** A statement has so many variables at most, and each row takes four: SQLite 32,766 and PostgreSQL 65,535. */
const MOST_ROWS = 5000

/** One statement where it can be, for most appends are of one record. */
async function insert(
  db: Kysely<AgentTables>,
  rows: ReadonlyArray<AgentTables['agent_run_record']>,
): Promise<void> {
  if (rows.length <= MOST_ROWS) {
    await db.insertInto('agent_run_record').values(rows).execute()
    return
  }
  await db.transaction().execute(async (db) => {
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      await insert(db, rows.slice(from, from + MOST_ROWS))
    }
  })
}

import { type RunRecord, type StartRecord } from '../run/run-record.js'
import { itemsOf } from './divergence.js'

/** What a fork begins with that is not the first run's. */
export type ForkStart = Pick<StartRecord, 'runId' | 'agent' | 'settings' | 'tools' | 'at'>

/**
 * The records of a run up to its item `at`, as the beginning of another. A call whose output is cut off stays open, for whoever goes
 * on to make; one that may have been made is not made again unless someone remembers it.
 */
export function forkRecords(
  records: readonly RunRecord[],
  at: number,
  start: ForkStart,
): readonly RunRecord[] {
  const kept: RunRecord[] = []
  let items = 0
  for (const record of records) {
    items += itemsOf(record).length
    if (items > at && kept.length > 0) break
    kept.push(
      record.kind === 'start'
        ? { ...record, ...start, forkOf: { runId: record.runId, at } }
        : record,
    )
  }
  return kept
}

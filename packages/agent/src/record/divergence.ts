import { type RunItem } from '@armorer/core'
import { type RunRecord } from '../run/run-record.js'

/** Where a replay first differs from what was recorded, with both sides. */
export interface Divergence {
  /** Which record, counted from 0. */
  readonly record: number
  /** Which item of the log, counted from 0; `undefined` where the records differ in something else. */
  readonly item: number | undefined
  readonly recorded: RunRecord | RunItem | undefined
  readonly replayed: RunRecord | RunItem | undefined
}

/** The difference between two records, `undefined` where there is none. `before` items stand before them in the log. */
export function findDivergence(
  at: number,
  before: number,
  recorded: RunRecord | undefined,
  replayed: RunRecord,
): Divergence | undefined {
  if (recorded && JSON.stringify(recorded) === JSON.stringify(replayed)) return undefined
  const [left, right] = [itemsOf(recorded), itemsOf(replayed)]
  const most = Math.max(left.length, right.length)
  for (let index = 0; index < most; index++) {
    if (JSON.stringify(left[index]) === JSON.stringify(right[index])) continue
    return {
      record: at,
      item: before + index,
      recorded: left[index],
      replayed: right[index],
    }
  }
  return { record: at, item: undefined, recorded, replayed }
}

export function itemsOf(record: RunRecord | undefined): readonly RunItem[] {
  return record && 'items' in record ? record.items : []
}

export function countItems(records: readonly RunRecord[]): number {
  return records.reduce((sum, record) => sum + itemsOf(record).length, 0)
}

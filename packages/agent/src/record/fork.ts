import { createToolError } from '@armorer/core'
import { createRunFold, type RunState } from '../run/run-state.js'
import { type ForkOrigin, type RunRecord, type StartRecord } from '../run/run-record.js'
import { countItems, itemsOf } from './divergence.js'

/** What a fork begins with that is not the first run's. */
export type ForkStart = Pick<StartRecord, 'runId' | 'agent' | 'settings' | 'tools' | 'at'>

/**
 * The records of a run up to its item `at`, as the beginning of another. A call whose output is cut off stays open, for whoever goes
 * on to make; one that may have been made is not made again unless someone remembers it. What a person decided on it was for the
 * first run alone: a yes counts once.
 */
export function forkRecords(
  records: readonly RunRecord[],
  at: number,
  start: ForkStart,
): readonly RunRecord[] {
  checkPlace(records, at)
  const kept: RunRecord[] = []
  const { state, add } = createRunFold()
  for (const record of records) {
    if (state.items.length + itemsOf(record).length > at && kept.length > 0) break
    kept.push(record)
    add(record)
  }
  const begun = findBegun(state, records.slice(kept.length))
  const open = new Set(state.open.map(({ call }) => call.id))
  const lastAnswer = kept.findLastIndex(({ kind }) => kind === 'answer')
  const theirs = kept.filter((record, index) => {
    // Some hosts give the calls of every answer the same ids.
    if (index < lastAnswer) return true
    // The start says so instead, with the key that they were begun under.
    const isSaid = record.kind === 'began' && begun.has(record.callId)
    const isTheirs = record.kind === 'decided' && open.has(record.callId)
    return !isSaid && !isTheirs
  })
  const items = countItems(theirs)
  return theirs.map((record) => {
    if (record.kind !== 'start') return record
    return { ...record, ...start, forkOf: { ...originOf(record, at, begun, state), items } }
  })
}

function checkPlace(records: readonly RunRecord[], at: number): void {
  const most = countItems(records)
  if (Number.isInteger(at) && at >= 0 && at <= most) return
  throw createToolError({
    category: 'validation',
    code: 'agent.no_item',
    message: `the run has ${most} items: it can be forked at 0 to ${most}, and not at ${at}`,
  })
}

type Begun = ReadonlyMap<string, { readonly place: string; readonly key: string }>

/** Calls that are open at the cut, and were begun before it or after. */
function findBegun({ open }: RunState, rest: readonly RunRecord[]): Begun {
  const later = new Set<string>()
  for (const record of rest) {
    if (record.kind === 'answer' || record.kind === 'said') break
    if (record.kind === 'began') later.add(record.callId)
    if (record.kind === 'waiting') for (const { callId } of record.calls) later.delete(callId)
  }
  const begun = open.filter(({ call, began }) => began || later.has(call.id))
  return new Map(begun.map(({ call, place, key }) => [call.id, { place, key }]))
}

function originOf(
  { runId, forkOf }: StartRecord,
  at: number,
  begun: Begun,
  { items }: RunState,
): ForkOrigin {
  // What the first run had from another, as far as it is still there.
  const before = Object.entries(forkOf?.begun ?? {}).filter(
    ([place]) => Number.parseInt(place, 10) < items.length,
  )
  const entries = [...before, ...[...begun.values()].map(({ place, key }) => [place, key] as const)]
  return { runId, at, ...(entries.length > 0 && { begun: Object.fromEntries(entries) }) }
}

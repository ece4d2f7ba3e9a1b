import { type RunRecord } from '../run/run-record.js'
import { type RunStore } from '../run/run-store.js'
import { conflictOf } from './conflict.js'
import { summaryOf } from './summary-of.js'

/** A store that forgets everything with the process, for tests and for runs that need not last. */
export function memoryRunStore(): RunStore {
  // As text, so that nobody can change what was written down.
  const runs = new Map<string, string[]>()
  return {
    append(runId, expected, records) {
      let kept = runs.get(runId)
      if (!kept) runs.set(runId, (kept = []))
      if (kept.length !== expected) return Promise.reject(conflictOf(runId, expected))
      for (const record of records) kept.push(JSON.stringify(record))
      return undefined
    },
    read: async (runId) => (runs.get(runId) ?? []).map(parse),
    list: async () =>
      [...runs.values()]
        .flatMap(([first]) => (first === undefined ? [] : [summaryOf(parse(first))]))
        .toReversed(),
    close: async () => runs.clear(),
  }
}

function parse(text: string): RunRecord {
  return JSON.parse(text) as RunRecord
}

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
      const lines = runs.get(runId) ?? []
      if (lines.length !== expected) return Promise.reject(conflictOf(runId, expected))
      for (const record of records) lines.push(JSON.stringify(record))
      runs.set(runId, lines)
      return undefined
    },
    read: async (runId) => (runs.get(runId) ?? []).map(read),
    list: async () =>
      [...runs]
        .flatMap(([runId, lines]) => lines.slice(0, 1).map((line) => summaryOf(runId, line)))
        .toSorted((a, b) => b.at - a.at),
    close: async () => runs.clear(),
  }
}

/** What was kept was a record. */
function read(line: string): RunRecord {
  return JSON.parse(line) as RunRecord
}

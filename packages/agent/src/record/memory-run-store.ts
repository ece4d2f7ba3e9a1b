import { createGrowingBytes, type GrowingBytes } from '../growing-bytes.js'
import { type RunRecord } from '../run/run-record.js'
import { type RunStore } from '../run/run-store.js'
import { conflictOf } from './conflict.js'
import { summaryOf } from './summary-of.js'

/** A store that forgets everything with the process, for tests and for runs that need not last. */
export function memoryRunStore(): RunStore {
  const runs = new Map<string, KeptRun>()
  return {
    append(runId, expected, records) {
      let kept = runs.get(runId)
      if (!kept) runs.set(runId, (kept = { lines: createGrowingBytes(), count: 0 }))
      if (kept.count !== expected) return Promise.reject(conflictOf(runId, expected))
      for (const record of records) kept.lines.append(`${JSON.stringify(record)}\n`)
      kept.count += records.length
      return undefined
    },
    read: async (runId) => read(runs.get(runId)),
    list: async () =>
      [...runs.values()]
        .flatMap((kept) => read(kept).slice(0, 1).map(summaryOf))
        .toSorted((a, b) => b.at - a.at),
    close: async () => runs.clear(),
  }
}

interface KeptRun {
  /** As text, so that nobody can change what was written down. */
  readonly lines: GrowingBytes
  count: number
}

function read(kept: KeptRun | undefined): readonly RunRecord[] {
  const lines = kept?.lines.read().split('\n').slice(0, -1) ?? []
  return lines.map((line) => JSON.parse(line) as RunRecord)
}

import { type RunRecord } from '../run/run-record.js'
import { type RunSummary } from '../run/run-store.js'

/** What a list shows of a run, by its first record. */
export function summaryOf(first: RunRecord): RunSummary {
  if (first.kind !== 'start') return { runId: '', agent: '', at: 0 }
  return { runId: first.runId, agent: first.agent, at: first.at }
}

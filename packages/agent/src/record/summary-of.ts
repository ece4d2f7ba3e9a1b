import { type RunRecord } from '../run/run-record.js'
import { type RunSummary } from '../run/run-store.js'

/** What a list shows of a run, by the text of its first record; of one that is damaged its id, and who reads it is told the rest. */
export function summaryOf(runId: string, text: string): RunSummary {
  const first = parse(text)
  if (first?.kind !== 'start') return { runId, agent: '', at: 0 }
  return { runId: first.runId, agent: first.agent, at: first.at }
}

function parse(text: string): RunRecord | null {
  try {
    // What was kept was a record.
    return JSON.parse(text) as RunRecord | null
  } catch {
    return null
  }
}

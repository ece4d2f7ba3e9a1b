import { wrap, type Effects, type Service } from '@armorer/runtime'
import { type AgentRun, type RunRequest } from '../run/agent-run.js'
import { type OnRecord } from '../run/open-run.js'
import { type RunRecord } from '../run/run-record.js'
import { type RunStore } from '../run/run-store.js'

/**
 * Keeps every record of a run before the run goes on. A run that the store knows goes on where its records end, whoever wrote them;
 * where two go on with it at once, the store lets one.
 */
export function record(store: RunStore) {
  return <E extends Effects>(inner: Service<RunRequest, AgentRun, E>) =>
    wrap<RunRequest, AgentRun, E>(inner, 'record', async (request, ctx) => {
      const past = request.past ?? (await pastOf(store, request.runId))
      return inner.call({ ...request, past, onRecord: keeper(store, request, past.length) }, ctx)
    })
}

async function pastOf(store: RunStore, runId: string | undefined): Promise<readonly RunRecord[]> {
  return runId === undefined ? [] : store.read(runId)
}

function keeper(store: RunStore, { runId = '', onRecord }: RunRequest, length: number): OnRecord {
  let id = runId
  let expected = length
  return (record) => {
    if (record.kind === 'start') id = record.runId
    const kept = store.append(id, expected++, [record])
    if (!onRecord) return kept
    return kept ? kept.then(() => onRecord(record)) : onRecord(record)
  }
}

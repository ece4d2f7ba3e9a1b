import { RunStoreError } from '../run/run-store.js'

/** Someone else has gone on with the run. */
export function conflictOf(runId: string, expected: number, cause?: unknown): RunStoreError {
  return new RunStoreError(
    'conflict',
    `run ${runId} has gone on elsewhere: its record ${expected} is there already`,
    { cause },
  )
}

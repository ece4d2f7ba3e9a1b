import { createRunFold, type RunState } from './run-state.js'
import { type RunRecord } from './run-record.js'

/** Keeps a record: the run goes on when it is kept. */
export type OnRecord = (record: RunRecord) => Promise<void> | void

/** A run that is under way: what it has come to, and the one way to add to it. */
export interface OpenRun {
  readonly state: RunState
  /** Why nothing can be added any more. */
  readonly failure: { readonly error: unknown } | undefined
  /** Kept first, and only then true. `undefined` where there is nothing to wait for. */
  add(record: RunRecord): Promise<void> | undefined
}

/** Takes a run up where its records leave it. */
export function openRun(past: readonly RunRecord[], onRecord: OnRecord | undefined): OpenRun {
  const { state, add } = createRunFold()
  for (const record of past) add(record)
  const run: { -readonly [Field in keyof OpenRun]: OpenRun[Field] } = {
    state,
    failure: undefined,
    add(record) {
      try {
        const kept = onRecord?.(record)
        if (kept instanceof Promise) return kept.then(() => add(record), fail)
      } catch (error) {
        return fail(error)
      }
      add(record)
      return undefined
    },
  }
  const fail = (error: unknown) => {
    run.failure ??= { error }
    throw error
  }
  return run
}

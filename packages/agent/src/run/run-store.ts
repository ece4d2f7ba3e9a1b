import { type RunRecord } from './run-record.js'

/** Where runs are kept. */
export interface RunStore {
  /** Puts records at the end of a run that has `expected` of them; `conflict` where it has not. */
  append(runId: string, expected: number, records: readonly RunRecord[]): Promise<void> | undefined
  /** All records of a run, its chain checked; nothing where there is no such run. */
  read(runId: string): Promise<readonly RunRecord[]>
  /** The runs that there are, newest first. */
  list(): Promise<readonly RunSummary[]>
  close(): Promise<void>
}

export interface RunSummary {
  readonly runId: string
  readonly agent: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A store's failure: someone else went on with the run, the log was changed, or it cannot be read or written. */
export type RunStoreCode = 'conflict' | 'tampered' | 'unreadable' | 'unwritable'

export class RunStoreError extends Error {
  override readonly name = 'RunStoreError'
  readonly code: RunStoreCode

  constructor(code: RunStoreCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    Object.defineProperty(this, MARK, { value: true })
  }
}

const MARK = Symbol.for('@armorer/agent/run-store-error')

/** Also of another copy of this package. */
export function isRunStoreError(error: unknown): error is RunStoreError {
  return error instanceof Error && Reflect.get(error, MARK) === true
}

/** A failure of what a store stands on, which says what that was; a store's own stays as it is. */
export function toRunStoreError(code: RunStoreCode, what: string, cause: unknown): RunStoreError {
  if (isRunStoreError(cause)) return cause
  const why = cause instanceof Error ? cause.message : String(cause)
  return new RunStoreError(code, `${what}: ${why}`, { cause })
}

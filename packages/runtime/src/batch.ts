import { runBound, skipBound, type BoundCall } from './edge.js'
import { type ToolResult } from './outcome.js'
import { type CallOptions } from './tool.js'

export interface BatchOptions extends Omit<CallOptions, 'callId'> {
  /** `parallel` where it is left out. */
  readonly mode?: 'parallel' | 'sequential'
  /** Whether the rest goes on after a call that did not get done. `collect`, which goes on, where it is left out. */
  readonly errorMode?: 'collect' | 'failFast'
  /** How many run at once in parallel; all of them where it is left out. */
  readonly concurrency?: number
}

/** Runs the calls of a batch. Each gets one result, in its place, whatever happens to the others. */
export async function executeBatch(
  calls: readonly BoundCall[],
  { mode = 'parallel', errorMode = 'collect', concurrency, ...options }: BatchOptions,
): Promise<readonly ToolResult[]> {
  const failed = errorMode === 'failFast' ? new AbortController() : undefined
  const limits = failed ? { ...options, signal: either(options.signal, failed.signal) } : options
  const results: ToolResult[] = []
  let next = 0

  const work = async () => {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index] as BoundCall
      const result = failed?.signal.aborted ? skipBound(call) : await runBound(call, limits)
      results[index] = result
      if (!isDone(result)) failed?.abort(result)
    }
  }

  const workers =
    mode === 'sequential' ? 1 : Math.max(1, Math.min(concurrency ?? calls.length, calls.length))
  await Promise.all(Array.from({ length: workers }, work))
  return results
}

function isDone({ kind }: ToolResult): boolean {
  return kind === 'done' || kind === 'duplicate' || kind === 'dry_run'
}

function either(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return one ? AbortSignal.any([one, other]) : other
}

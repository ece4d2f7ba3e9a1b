import { createToolError } from '@armorer/core'
import { createContext } from './create-context.js'
import { type Gate } from './gates.js'
import { failBound, runBound, skipBound, type BoundCall } from './edge.js'
import { type ToolResult } from './outcome.js'
import { type CallOptions } from './tool.js'

export interface BatchOptions extends Omit<CallOptions, 'callId'> {
  /** `parallel` where it is left out. */
  readonly mode?: 'parallel' | 'sequential'
  /** Whether the rest goes on after a call that did not get done. `collect`, which goes on, where it is left out. */
  readonly errorMode?: 'collect' | 'failFast'
  /** How many run at once in parallel; all of them where it is left out. */
  readonly concurrency?: number
  /** What may run in this execution, beside what the toolbox lets run at all. */
  readonly gate?: Gate | undefined
}

/** Runs the calls of a batch. Each gets one result, in its place, whatever happens to the others. */
export async function executeBatch(
  calls: readonly BoundCall[],
  options: BatchOptions,
): Promise<readonly ToolResult[]> {
  const {
    mode = 'parallel',
    errorMode = 'collect',
    concurrency = Infinity,
    gate,
    ...rest
  } = options
  if (!(concurrency === Infinity || (Number.isInteger(concurrency) && concurrency >= 1))) {
    return calls.map((call) => failBound(call, invalidConcurrency(concurrency)))
  }
  const { signal, deadline, ...facts } = rest
  // One listener on the caller's signal, however many the calls; and one end for all of them.
  const batch = createContext(rest)
  const isLimited = errorMode === 'failFast' || signal !== undefined || deadline !== undefined
  const limits = isLimited ? { ...facts, deadline, within: batch } : facts
  const results: ToolResult[] = []
  let next = 0
  let failed = false

  const work = async () => {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index] as BoundCall
      const result = failed ? skipBound(call) : await runBound(call, limits)
      results[index] = result
      if (errorMode === 'collect' || isDone(result)) continue
      failed = true
      batch.cancel(new DOMException('an earlier call of the batch was not done', 'AbortError'))
    }
  }

  const workers = mode === 'sequential' ? 1 : Math.min(concurrency, calls.length)
  await Promise.all(Array.from({ length: workers }, work))
  batch.release()
  return results
}

function isDone({ kind }: ToolResult): boolean {
  return kind === 'done' || kind === 'duplicate' || kind === 'dry_run'
}

function invalidConcurrency(concurrency: number) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_option',
    message: `concurrency takes a whole number from 1 on, not ${concurrency}`,
  })
}

import { createToolError, toToolError, type ToolError, stop, stoppedBy } from '@armorer/core'
import { checkNames, type NamesOf } from '../check-arguments.js'
import { systemClock, type Clock } from '../clock.js'
import { type CallContext } from '../context.js'
import {
  assertRepeatable,
  wrap,
  type Repeatable,
  type RepeatingLayer,
  type Service,
} from '../service.js'

export interface RetryOptions {
  /** How often it is tried again after the first time; 2 where it is left out. */
  readonly times?: number
  /** What is worth another try. By default what says so itself and names no time to wait: a rate limit is the caller's. */
  readonly when?: (error: ToolError) => boolean
  /** How long to wait before try `attempt`, the first retry being 1. By default 100 ms doubled each time, with jitter. */
  readonly delayMs?: (attempt: number) => number
  readonly clock?: Clock
  /** From 0 up to 1. */
  readonly random?: () => number
}

/** Tries again what failed in passing. It fits only what may safely run twice. */
export function retry(options: RetryOptions = {}): RepeatingLayer {
  checkNames('retry', options, NAMES)
  const { times = 2, when = isPassing, clock = systemClock, random = Math.random } = options
  const delayMs = options.delayMs ?? ((attempt) => (0.5 + random() / 2) * 100 * 2 ** (attempt - 1))
  if (!(times >= 0)) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_layer',
      message: `retry takes a number of times from 0 on, not ${times}`,
    })
  }
  return <Req, Res, E extends Repeatable>(inner: Service<Req, Res, E>) => {
    assertRepeatable(inner, 'retry')

    const again = async (thrown: unknown, request: Req, ctx: CallContext): Promise<Res> => {
      let last = thrown
      let unsure: unknown
      for (let attempt = 1; attempt <= times; attempt++) {
        // What one try may have done, a later one that fails has not undone.
        if (stoppedBy(last)?.kind === 'unknown') unsure ??= last
        const error = toToolError(last)
        if (ctx.cancelled || !isWorthIt(when, error)) break
        const wait = Math.max(delayMs(attempt) || 0, error.retryAfterMs ?? 0)
        // Waiting longer than the caller does helps nobody.
        if (ctx.deadline !== undefined && clock.now() + wait >= ctx.deadline) break
        await pause(wait, ctx, clock)
        try {
          return await inner.call(request, ctx)
        } catch (next) {
          last = next
        }
      }
      throw unsure ?? last
    }

    return wrap(inner, 'retry', (request: Req, ctx) =>
      inner.call(request, ctx).then(undefined, (error: unknown) => again(error, request, ctx)),
    )
  }
}

const NAMES: NamesOf<RetryOptions> = {
  times: true,
  when: true,
  delayMs: true,
  clock: true,
  random: true,
}

/** Who fails to say has not said that it is. */
function isWorthIt(when: (error: ToolError) => boolean, error: ToolError): boolean {
  try {
    return when(error)
  } catch {
    return false
  }
}

function isPassing(error: ToolError): boolean {
  return error.retryable && error.retryAfterMs === undefined
}

function pause(ms: number, ctx: CallContext, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => {
      stopListening()
      resolve()
    })
    const stopListening = ctx.onCancel((reason) => {
      timer.cancel()
      reject(stop({ kind: 'cancelled' }, 'cancelled while waiting to try again', { cause: reason }))
    })
  })
}

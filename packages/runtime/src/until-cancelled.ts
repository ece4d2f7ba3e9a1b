import { isToolError, stop } from '@armorer/core'
import { systemClock, type Clock, type Timer } from './clock.js'
import { type DerivedContext } from './context.js'
import { quietly } from './quietly.js'
import { type Effects } from './service.js'

/**
 * The work's own end, or the caller's, whichever comes first. What still runs then is told by its signal and not waited for;
 * of a write that was not held back nobody knows what became.
 */
export function untilCancelled<Value>(
  work: Promise<Value>,
  ctx: DerivedContext,
  effects: Effects,
  clock: Clock = systemClock,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const left = ctx.deadline === undefined ? Infinity : Math.max(0, ctx.deadline - clock.now())
    const timer = Number.isFinite(left)
      ? clock.after(left, () => ctx.cancel(pastDeadline()))
      : undefined
    const stopListening = ctx.onCancel((reason) => {
      reject(cancelled(reason, ctx.heldBack ? 'none' : effects))
      timer?.cancel()
      quietly(() => ctx.facts.onLate?.(work), ctx.logger)
    })
    work.then(
      (value) => {
        letGo(ctx, stopListening, timer)
        resolve(value)
      },
      (error: unknown) => {
        letGo(ctx, stopListening, timer)
        reject(error)
      },
    )
  })
}

function letGo(ctx: DerivedContext, stopListening: () => void, timer: Timer | undefined): void {
  timer?.cancel()
  stopListening()
  ctx.release()
}

export function pastDeadline(): Error {
  return new DOMException('the deadline has passed', 'TimeoutError')
}

function cancelled(reason: unknown, effects: Effects): Error {
  if (effects === 'idempotent' || effects === 'write') {
    return stop(
      { kind: 'unknown' },
      'nobody waited for the write to end: what became of it is not known',
      {
        cause: reason,
      },
    )
  }
  if (isToolError(reason)) return reason
  return stop({ kind: 'cancelled' }, 'the caller waits no longer', { cause: reason })
}

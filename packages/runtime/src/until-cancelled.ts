import { isToolError } from '@armorer/core'
import { type DerivedContext } from './context.js'
import { stop } from './outcome.js'
import { type Effects } from './service.js'
import { systemClock, type Clock } from './clock.js'

/**
 * The work's own end, or the caller's, whichever comes first. What still runs then is told by its signal and not waited for;
 * of a write that had begun nobody knows what became.
 */
export function untilCancelled<Value>(
  work: Promise<Value>,
  ctx: DerivedContext,
  effects: Effects,
  clock: Clock = systemClock,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer =
      ctx.deadline === undefined
        ? undefined
        : clock.after(Math.max(0, ctx.deadline - clock.now()), () =>
            ctx.cancel(new DOMException('the deadline has passed', 'TimeoutError')),
          )
    const finish = () => {
      timer?.cancel()
      ctx.release()
    }
    const stopListening = ctx.onCancel((reason) => {
      finish()
      ctx.facts.onLate?.(work)
      reject(cancelled(reason, ctx.begun ? effects : 'none'))
    })
    work.then(
      (value) => {
        stopListening()
        finish()
        resolve(value)
      },
      (error: unknown) => {
        stopListening()
        finish()
        reject(error)
      },
    )
  })
}

function cancelled(reason: unknown, effects: Effects): Error {
  if (effects === 'idempotent' || effects === 'write') {
    return stop(
      { kind: 'unknown' },
      'nobody waited for the write to end: what became of it is not known',
      { cause: reason },
    )
  }
  return isToolError(reason)
    ? reason
    : stop({ kind: 'cancelled' }, 'the caller waits no longer', { cause: reason })
}

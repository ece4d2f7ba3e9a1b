import { createToolError, type ToolError, stop } from '@armorer/core'
import { systemClock, type Clock } from '../clock.js'
import { wrap, type Effects, type UniformLayer } from '../service.js'
import { createLimitedCall } from './limited-call.js'

/**
 * Fails a call that outlives `ms`. The inner call is told through its signal, and not waited for.
 * A write that was cut off may have happened: its outcome is `unknown`, and only an idempotent one may be tried again.
 */
export function timeout(ms: number, { clock = systemClock }: { clock?: Clock } = {}): UniformLayer {
  if (!(ms > 0 && ms < 2 ** 31)) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_layer',
      message: `timeout takes milliseconds from 1 up to 2^31, not ${ms}`,
    })
  }
  return (inner) => {
    const call = createLimitedCall(inner, clock, (effects) => timedOut(ms, effects))
    return wrap(inner, 'timeout', (request, ctx) => call(request, ctx.deriveFor(ms, clock)))
  }
}

function timedOut(ms: number, effects: Effects): ToolError {
  if (effects === 'none' || effects === 'read') {
    return createToolError({
      category: 'timeout',
      code: 'toolbox.timeout',
      message: `no answer within ${ms} ms`,
    })
  }
  return stop({ kind: 'unknown' }, `no answer within ${ms} ms: whether it was done is not known`, {
    retryable: effects === 'idempotent',
  })
}

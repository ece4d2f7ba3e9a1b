import { createToolError, toToolError, type ToolError, stoppedBy } from '@armorer/core'
import { checkNames, type NamesOf } from '../check-arguments.js'
import { systemClock, type Clock } from '../clock.js'
import { type CallContext } from '../context.js'
import { quietly } from '../quietly.js'
import { wrap, type Effects, type Service, type UniformLayer } from '../service.js'
import { checkCount, checkMs } from './check-option.js'
import { isRefusal } from './is-refusal.js'

/** `closed` lets calls through, `open` none, `half_open` one that tries. */
export type CircuitState = 'closed' | 'open' | 'half_open'

export interface CircuitBreakerOptions {
  /** So many failures in a row open the circuit; 5 where it is left out. */
  readonly failures?: number
  /** How long it rests before one call may try; 30 s where it is left out. */
  readonly restMs?: number
  /** What counts as a failure of the service. By default what says that it is down or broken, and not what a caller did wrong. */
  readonly when?: (error: ToolError) => boolean
  readonly onChange?: (state: CircuitState) => void
  readonly clock?: Clock
}

/** Spares a service that keeps failing: it rests, then one call tries, and only if that one is answered the rest goes on. */
export function circuitBreaker(options: CircuitBreakerOptions = {}): UniformLayer {
  checkNames('circuitBreaker', options, NAMES)
  const { failures = 5, restMs = 30_000, when = isOutage, onChange, clock = systemClock } = options
  checkCount('circuitBreaker', 'failures', failures)
  checkMs('circuitBreaker', 'restMs', restMs)
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) => {
    let state: CircuitState = 'closed'
    let inARow = 0
    /** While open: since when. While half open: since when one tries. */
    let since = 0
    /** What began before a change says nothing about what is now. */
    let era = 0

    const change = (next: CircuitState) => {
      const isNew = state !== next
      state = next
      era += 1
      inARow = 0
      if (next !== 'closed') since = clock.elapsed()
      if (isNew && onChange) quietly(() => onChange(next))
    }

    const counts = (error: unknown, ctx: CallContext) => !hasLeft(ctx) && isFailure(when, error)

    const failed = (began: number, error: unknown, ctx: CallContext): never => {
      if (began === era && counts(error, ctx) && ++inARow >= failures) change('open')
      throw error
    }

    const tried = (began: number, ctx: CallContext, error?: { thrown: unknown }) => {
      if (began !== era) return
      if (!error) change('closed')
      else if (counts(error.thrown, ctx)) change('open')
      // It says neither yes nor no, so that the next call tries.
      else since = Number.NEGATIVE_INFINITY
    }
    const attempt = (request: Req, ctx: CallContext): Promise<Res> => {
      change('half_open')
      const began = era
      return inner.call(request, ctx).then(
        (value) => {
          tried(began, ctx)
          return value
        },
        (thrown: unknown) => {
          tried(began, ctx, { thrown })
          throw thrown
        },
      )
    }

    return wrap(inner, 'circuitBreaker', (request: Req, ctx): Promise<Res> => {
      if (state === 'closed') {
        const began = era
        return inner.call(request, ctx).then(
          (value) => {
            if (began === era) inARow = 0
            return value
          },
          (error: unknown) => failed(began, error, ctx),
        )
      }
      // One that never comes back must not keep the circuit half open for ever.
      const left = restMs - (clock.elapsed() - since)
      return left > 0 ? Promise.reject(resting(left)) : attempt(request, ctx)
    })
  }
}

const NAMES: NamesOf<CircuitBreakerOptions> = {
  failures: true,
  restMs: true,
  when: true,
  onChange: true,
  clock: true,
}

/** Whoever called has gone, and not because it took too long: what the service makes of that says nothing about it. */
function hasLeft(ctx: CallContext): boolean {
  return ctx.cancelled && toToolError(ctx.signal.reason).category !== 'timeout'
}

/** Who fails to say has not said that it is none. */
function isFailure(when: (error: ToolError) => boolean, thrown: unknown): boolean {
  if (isRefusal(thrown) || stoppedBy(thrown)?.kind === 'cancelled') return false
  try {
    return when(toToolError(thrown))
  } catch {
    return true
  }
}

const OUTAGES: ReadonlySet<string> = new Set(['transient', 'timeout', 'internal'])

function isOutage({ category }: ToolError): boolean {
  return OUTAGES.has(category)
}

function resting(left: number): ToolError {
  const retryAfterMs = Math.ceil(left)
  return createToolError({
    category: 'transient',
    code: 'toolbox.circuit_open',
    message: `it kept failing and rests: try again in ${retryAfterMs} ms`,
    retryAfterMs,
  })
}

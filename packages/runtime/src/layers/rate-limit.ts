import { createToolError, type ToolError } from '@armorer/core'
import { checkNames, type NamesOf } from '../check-arguments.js'
import { systemClock, type Clock } from '../clock.js'
import { type CallContext } from '../context.js'
import { wrap, type UniformLayer } from '../service.js'
import { checkCount, checkMs } from './check-option.js'

export interface RateLimitOptions {
  /** So many calls begin within any `perMs`, wherever one starts to count. */
  readonly max: number
  readonly perMs: number
  /** Counts apart what this tells apart: by account, by principal, by the author of what is answered. */
  readonly by?: (request: unknown, ctx: CallContext) => string
  /** How many are told apart at once; 10,000 where it is left out. Beyond it who is new has to wait. */
  readonly maxKeys?: number
  readonly clock?: Clock
}

/** Refuses calls beyond a rate, and says when to come again. Each service that it is put around has a count of its own. */
export function rateLimit(options: RateLimitOptions): UniformLayer {
  checkNames('rateLimit', options, NAMES)
  const { max, perMs, by, maxKeys = 10_000, clock = systemClock } = options
  checkCount('rateLimit', 'max', max)
  checkCount('rateLimit', 'maxKeys', maxKeys)
  checkMs('rateLimit', 'perMs', perMs)
  return (inner) => {
    const windows = new Map<string, Window>()
    const shared = createWindow(max, perMs)
    /** Until then all who are known have something to count. */
    let noneIdleUntil = 0

    const windowOf = (key: string, now: number): Window | undefined => {
      const known = windows.get(key)
      if (known) return known
      // Only who has nothing to count any more is forgotten: or a limit could be got rid of by making up keys.
      if (windows.size >= maxKeys && now >= noneIdleUntil) {
        noneIdleUntil = forgetIdle(windows, now, now + perMs)
      }
      if (windows.size >= maxKeys) return undefined
      const made = createWindow(max, perMs)
      windows.set(key, made)
      return made
    }

    return wrap(inner, 'rateLimit', (request, ctx) => {
      const now = clock.elapsed()
      const window = by ? windowOf(by(request, ctx), now) : shared
      const wait = window ? window.take(now) : perMs
      return wait === 0 ? inner.call(request, ctx) : Promise.reject(tooMany(max, perMs, wait))
    })
  }
}

const NAMES: NamesOf<RateLimitOptions> = {
  max: true,
  perMs: true,
  by: true,
  maxKeys: true,
  clock: true,
}

/** The last calls. It grows to `max` times and no further. */
interface Window {
  /** 0, and counted; or how long until one may begin. */
  take(now: number): number
  /** From when on it has nothing to count any more. */
  idleFrom(): number
}

function createWindow(max: number, perMs: number): Window {
  const times: number[] = []
  let oldest = 0
  return {
    take(now) {
      if (times.length < max) {
        times.push(now)
        return 0
      }
      const left = perMs - (now - (times[oldest] ?? 0))
      if (left > 0) return left
      times[oldest] = now
      oldest = (oldest + 1) % max
      return 0
    },
    idleFrom: () => (times[(oldest + times.length - 1) % times.length] ?? 0) + perMs,
  }
}

/** When the first of the rest will be idle, at the latest when one that begins now would be. */
function forgetIdle(windows: Map<string, Window>, now: number, latest: number): number {
  let next = latest
  for (const [key, window] of windows) {
    const from = window.idleFrom()
    if (from <= now) windows.delete(key)
    else next = Math.min(next, from)
  }
  return next
}

function tooMany(max: number, perMs: number, wait: number): ToolError {
  const retryAfterMs = Math.ceil(wait)
  return createToolError({
    category: 'transient',
    code: 'toolbox.rate_limited',
    message: `more than ${max} calls in ${perMs} ms: try again in ${retryAfterMs} ms`,
    retryAfterMs,
  })
}

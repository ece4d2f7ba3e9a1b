import { refusal } from './refusal.js'

export interface TrafficLimits {
  /** Of all callers together, at once. 100 unless given. */
  readonly concurrent?: number
  /** Of one caller, in a minute. 60 unless given. */
  readonly perMinute?: number
  /** Of one caller, at once. 10 unless given. */
  readonly streams?: number
}

export type Entry =
  | { readonly kind: 'entered'; leave(): void }
  | { readonly kind: 'refused'; readonly response: Response }

export interface Traffic {
  enter(caller: string): Entry
  /** `false` where the caller has as many open as one may have. Otherwise `closeStream` is owed. */
  openStream(caller: string): boolean
  closeStream(caller: string): void
}

interface Allowance {
  left: number
  at: number
}

const A_MINUTE = 60_000
const MOST_CALLERS = 10_000

/** Counts who comes and how often. What is not used in a minute is not saved up beyond it. */
export function createTraffic(
  { concurrent = 100, perMinute = 60, streams = 10 }: TrafficLimits,
  now: () => number,
): Traffic {
  const allowances = new Map<string, Allowance>()
  const open = new Map<string, number>()
  let inside = 0

  const spend = (caller: string): number => {
    const time = now()
    const known = allowances.get(caller) ?? { left: perMinute, at: time }
    const left = Math.min(perMinute, known.left + ((time - known.at) * perMinute) / A_MINUTE)
    // The map keeps who came last at its end, so that the longest absent can be forgotten.
    allowances.delete(caller)
    if (allowances.size >= MOST_CALLERS) forgetOne(allowances)
    allowances.set(caller, { left: left >= 1 ? left - 1 : left, at: time })
    return left >= 1 ? 0 : ((1 - left) * A_MINUTE) / perMinute
  }

  return {
    enter(caller) {
      const waitMs = spend(caller)
      if (waitMs > 0) return refused(429, 'too many requests', Math.ceil(waitMs / 1000))
      if (inside >= concurrent) return refused(503, 'too much at once', 1)
      inside += 1
      let left = false
      return {
        kind: 'entered',
        leave() {
          if (!left) inside -= 1
          left = true
        },
      }
    },
    openStream(caller) {
      const count = open.get(caller) ?? 0
      if (count >= streams) return false
      open.set(caller, count + 1)
      return true
    },
    closeStream(caller) {
      const count = (open.get(caller) ?? 1) - 1
      if (count === 0) open.delete(caller)
      else open.set(caller, count)
    },
  }
}

function forgetOne(allowances: Map<string, Allowance>): void {
  const [longestAbsent] = allowances.keys()
  if (longestAbsent !== undefined) allowances.delete(longestAbsent)
}

function refused(status: number, message: string, seconds: number): Entry {
  const headers = { 'retry-after': String(seconds) }
  return { kind: 'refused', response: refusal(status, message, { code: -32_000, headers }) }
}

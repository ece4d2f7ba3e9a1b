import { type RiskSpec } from '@armorer/core'
import { FALLBACK_DELAY, RETRY_DELAY, type Behaviour, type LayerSpec } from './stack-specs.js'

/** How one pass through a part of the stack ends: `never`, or at a time. */
interface End {
  readonly code: string
  readonly at: number
  /** As `retry` sees it. */
  readonly retryable: boolean
  /** Whether a cache keeps it. */
  readonly isData?: boolean
  /** Whether it was cut off from outside. */
  readonly isCut?: boolean
}

/** When a pass begins, and what ends it from outside: what those within are told, and what happens in fact. */
interface Span {
  readonly start: number
  readonly deadline: number
  readonly cut: number
}

type Effects = 'read' | 'idempotent' | 'write'

const ONLY_READS: ReadonlySet<string> = new Set(['hedge', 'cache', 'dedupe'])
const NOT_AROUND_DECISIONS: ReadonlySet<string> = new Set([...ONLY_READS, 'fallback'])
const REFUSALS: ReadonlySet<string> = new Set([
  'toolbox.denied',
  'toolbox.pending',
  'toolbox.loop',
  'toolbox.rate_limited',
  'toolbox.circuit_open',
  'budget refused',
])
const STOPS: ReadonlySet<string> = new Set([
  'toolbox.denied',
  'toolbox.pending',
  'toolbox.loop',
  'budget refused',
  'toolbox.unknown_outcome',
])

export interface Reference {
  /** How a call that begins at this time ends, when, and after how many tries in all; `never` if nobody looks so long. */
  call(start: number, until: number): string
}

/** What each layer means, on a time line, and knowing nothing of promises. `undefined` where the stack is refused. */
export function createReference(
  specs: readonly LayerSpec[],
  script: readonly Behaviour[],
  given: RiskSpec,
): Reference | undefined {
  const effects = effectsOf(given)
  if (!isAllowed(specs, effects)) return undefined
  const states = specs.map(() => ({ ...FRESH, times: [] as number[] }))
  let tries = 0
  let begun = false

  const isUnsure = () => begun && effects !== 'read'

  const innermost = ({ start }: Span): End => {
    begun = true
    const { does, after } = script[tries++] ?? { does: 'return', after: 0 }
    const code = {
      return: 'done',
      garbage: 'done',
      fail: 'tool.default.subject.internal',
      pass: 'toolbox.passing',
      hang: 'never',
    }[does]
    const at = does === 'hang' ? Infinity : start + after
    return { code, at, retryable: does === 'pass', isData: does === 'return' }
  }

  /** Where the call is cut, all within hear of it at that moment, and end by an error of their own. */
  const within = (depth: number, span: Span): End => {
    const end = pass(depth, span)
    if (end.at <= span.cut) return end
    return { code: 'told to stop', at: span.cut, retryable: false, isCut: true }
  }

  const cutAt = (depth: number, span: Span, until: number, code: string, again: boolean): End => {
    const end = within(depth, {
      start: span.start,
      deadline: Math.min(span.deadline, until),
      cut: Math.min(span.cut, until),
    })
    if (!end.isCut || end.at !== until) return end
    return isUnsure()
      ? { code: 'toolbox.unknown_outcome', at: until, retryable: again && effects === 'idempotent' }
      : { code, at: until, retryable: again }
  }

  const pass = (depth: number, span: Span): End => {
    const spec = specs[depth]
    const state = states[depth]
    if (!spec || !state) return innermost(span)
    const inner = (start: number, deadline = span.deadline) =>
      within(depth - 1, { start, deadline, cut: span.cut })
    const { start } = span
    switch (spec.kind) {
      case 'approval':
        if (spec.says === 'allow') return inner(start)
        return refused(spec.says === 'deny' ? 'toolbox.denied' : 'toolbox.pending', start)
      case 'timeout':
        return cutAt(depth - 1, span, start + spec.ms, 'toolbox.timeout', true)
      case 'retry':
        return retried(inner(start), spec.times, span, inner)
      case 'rateLimit': {
        const recent = state.times.filter((time) => time > start - spec.perMs)
        if (recent.length >= spec.max) return refused('toolbox.rate_limited', start)
        state.times.push(start)
        return inner(start)
      }
      case 'budget': {
        if (state.used >= spec.calls) return refused('budget refused', start)
        if (spec.timeMs !== undefined) state.since ??= start
        const until = spec.timeMs === undefined ? Infinity : (state.since ?? 0) + spec.timeMs
        if (start >= until) return refused('budget refused', start)
        state.used += 1
        const end = cutAt(depth - 1, span, until, 'toolbox.budget_exceeded', false)
        if (!begun && REFUSALS.has(end.code)) state.used -= 1
        return end
      }
      case 'breaker': {
        if (state.since !== undefined && start - state.since < spec.restMs) {
          return refused('toolbox.circuit_open', start)
        }
        const end = inner(start)
        const isTrying = state.since !== undefined
        if (end.code === 'done') Object.assign(state, { since: undefined, used: 0 })
        else if (REFUSALS.has(end.code) || end.code === LEFT)
          state.since = isTrying ? -Infinity : undefined
        else if (isTrying || ++state.used >= spec.failures) {
          Object.assign(state, { since: end.at, used: 0 })
        }
        return end
      }
      case 'hedge':
        return hedged(inner(start), start + spec.afterMs, span, inner)
      case 'cache': {
        if (state.since !== undefined && start < state.since) {
          return { code: 'done', at: start, retryable: false, isData: true }
        }
        const end = inner(start)
        if (end.isData) state.since = end.at + spec.ttlMs
        return end
      }
      case 'dedupe': {
        // Nobody who waits has a say in what all of them wait for, until the last has gone; and it is a call of its own.
        const before = begun
        begun = false
        const end = inner(start, Infinity)
        begun ||= before
        return leaving(end)
      }
      case 'fallback': {
        const end = inner(start)
        const isOver = end.at >= span.cut || end.at === Infinity
        if (end.code === 'done' || STOPS.has(end.code) || isOver) return end
        begun = true
        return { code: 'done', at: end.at + FALLBACK_DELAY, retryable: false, isData: true }
      }
      case 'loopGuard':
        state.used += 1
        return state.used > spec.times ? refused('toolbox.loop', start) : inner(start)
      default:
        return inner(start)
    }
  }

  return {
    call(start, until) {
      begun = false
      const { code, at } = within(specs.length - 1, { start, deadline: Infinity, cut: Infinity })
      if (at > until) return 'never'
      const said = code === 'budget refused' ? 'toolbox.budget_exceeded' : code
      return `${said} at ${at.toFixed(3)} after ${tries}`
    },
  }
}

const FRESH: { used: number; since: number | undefined } = { used: 0, since: undefined }

function retried(
  first: End,
  times: number,
  { deadline, cut }: Span,
  again: (start: number) => End,
): End {
  let end = first
  let unsure: End | undefined
  for (let attempt = 1; attempt <= times; attempt++) {
    // What one try may have done, a later one that fails has not undone.
    if (end.code === 'toolbox.unknown_outcome') unsure ??= end
    const next = end.at + RETRY_DELAY
    if (!end.retryable || next >= deadline) break
    if (next > cut) return { code: 'cut while waiting', at: Infinity, retryable: false }
    end = again(next)
  }
  return unsure && end.code !== 'done' ? { ...unsure, at: end.at } : end
}

function hedged(first: End, next: number, { cut }: Span, again: (start: number) => End): End {
  if (first.at <= next || next >= cut) return first
  const second = again(next)
  const [earlier, later] = first.at <= second.at ? [first, second] : [second, first]
  if (earlier.code === 'done') return earlier
  if (later.code === 'done' || later.isCut) return later
  // The first failure is told when the last has failed.
  return { ...earlier, at: later.at }
}

const LEFT = 'toolbox.cancelled'

/** Who leaves a call that is shared says so, whatever the call itself would say. */
function leaving(end: End): End {
  return end.isCut ? { ...end, code: LEFT } : end
}

function refused(code: string, at: number): End {
  return { code, at, retryable: false }
}

function isAllowed(specs: readonly LayerSpec[], effects: Effects): boolean {
  return specs.every(({ kind }, index) => {
    const decided = specs.slice(0, index).some((below) => below.kind === 'approval')
    if (decided && NOT_AROUND_DECISIONS.has(kind)) return false
    if (ONLY_READS.has(kind)) return effects === 'read'
    return !(kind === 'retry' || kind === 'fallback') || effects !== 'write'
  })
}

function effectsOf({ effects, idempotent }: RiskSpec): Effects {
  if (effects === 'none' || effects === 'read') return 'read'
  return idempotent ? 'idempotent' : 'write'
}

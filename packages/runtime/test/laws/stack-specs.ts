import { allow, askApproval, createToolError, deny, type RiskSpec } from '@armorer/core'
import fc from 'fast-check'
import { createBudget } from '../../src/budget.js'
import { approval } from '../../src/layers/approval.js'
import { budget } from '../../src/layers/budget.js'
import { cache } from '../../src/layers/cache.js'
import { circuitBreaker } from '../../src/layers/circuit-breaker.js'
import { concurrency } from '../../src/layers/concurrency.js'
import { dedupe } from '../../src/layers/dedupe.js'
import { fallback } from '../../src/layers/fallback.js'
import { hedge } from '../../src/layers/hedge.js'
import { loadShed } from '../../src/layers/load-shed.js'
import { log } from '../../src/layers/log.js'
import { createLoopHistory, loopGuard } from '../../src/layers/loop-guard.js'
import { mapOutput } from '../../src/layers/map-output.js'
import { metrics } from '../../src/layers/metrics.js'
import { rateLimit } from '../../src/layers/rate-limit.js'
import { retry } from '../../src/layers/retry.js'
import { tap } from '../../src/layers/tap.js'
import { timeout } from '../../src/layers/timeout.js'
import { trace } from '../../src/layers/trace.js'
import { truncateOutput } from '../../src/layers/truncate-output.js'
import { service, type UniformLayer } from '../../src/service.js'
import { type FakeClock } from '../../src/testing/fake-clock.js'
import { createRecordingLogger } from '../../src/testing/recording-logger.js'

/** A layer as data, so that code and reference can both read it. */
export type LayerSpec =
  | { readonly kind: (typeof PASSING)[number] }
  | { readonly kind: 'concurrency'; readonly max: number }
  | { readonly kind: 'approval'; readonly says: 'allow' | 'deny' | 'ask' }
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'retry'; readonly times: number }
  | { readonly kind: 'rateLimit'; readonly max: number; readonly perMs: number }
  | { readonly kind: 'budget'; readonly calls: number; readonly timeMs: number | undefined }
  | { readonly kind: 'breaker'; readonly failures: number; readonly restMs: number }
  | { readonly kind: 'hedge'; readonly afterMs: number }
  | { readonly kind: 'cache'; readonly ttlMs: number }
  | { readonly kind: 'dedupe' | 'fallback' }
  | { readonly kind: 'loopGuard'; readonly times: number }

/** Layers that change nothing as long as calls come one by one and end in a small value. */
const PASSING = ['tap', 'log', 'trace', 'metrics', 'mapOutput', 'truncate', 'loadShed'] as const

/** What a tool does at one of its tries. */
export interface Behaviour {
  readonly does: 'return' | 'garbage' | 'fail' | 'pass' | 'hang'
  readonly after: number
}

export const RETRY_DELAY = 4.5
export const FALLBACK_DELAY = 3.3

// No two sums of these are equal, so that nothing ever happens at the same time as something else.
const layerSpec: fc.Arbitrary<LayerSpec> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...PASSING) }),
  fc.record({ kind: fc.constant('concurrency'), max: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('approval'),
    says: fc.constantFrom('allow', 'allow', 'allow', 'deny', 'ask'),
  }),
  weighted(2, {
    kind: fc.constant('timeout'),
    ms: fc.constantFrom(13.37, 29.71, 53.13, 101.9),
  }),
  weighted(2, { kind: fc.constant('retry'), times: fc.integer({ min: 0, max: 2 }) }),
  fc.record({
    kind: fc.constant('rateLimit'),
    max: fc.integer({ min: 1, max: 3 }),
    perMs: fc.constantFrom(83.1, 9_007.9),
  }),
  fc.record({
    kind: fc.constant('budget'),
    calls: fc.integer({ min: 1, max: 4 }),
    timeMs: fc.constantFrom(undefined, 67.3, 9_011.7),
  }),
  fc.record({
    kind: fc.constant('breaker'),
    failures: fc.integer({ min: 1, max: 3 }),
    restMs: fc.constantFrom(61.7, 9_001.3),
  }),
  fc.record({ kind: fc.constant('hedge'), afterMs: fc.constantFrom(11.3, 23.9) }),
  fc.record({ kind: fc.constant('cache'), ttlMs: fc.constantFrom(77.7, 9_003.1) }),
  fc.record({ kind: fc.constantFrom('dedupe', 'fallback') }),
  fc.record({ kind: fc.constant('loopGuard'), times: fc.integer({ min: 1, max: 4 }) }),
)

export const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  does: fc.constantFrom('return', 'return', 'garbage', 'fail', 'pass', 'pass', 'hang'),
  after: fc.constantFrom(0, 7, 19, 41),
})

export const risk: fc.Arbitrary<RiskSpec> = fc.constantFrom<RiskSpec[]>(
  { effects: 'none' },
  { effects: 'read' },
  { effects: 'read' },
  { effects: 'write', idempotent: true },
  { effects: 'write' },
  { effects: 'unknown' },
)

const MAY_STAND_BELOW_A_HEDGE: ReadonlySet<string> = new Set([...PASSING, 'timeout'])

/**
 * A random stack. Calls that run against each other take the tool's answers in an order that only time tells, so a hedge stays
 * only where what is below it asks once and remembers nothing.
 */
export const layerStack: fc.Arbitrary<readonly LayerSpec[]> = fc
  .array(layerSpec, { minLength: 1, maxLength: 8 })
  .map((specs) =>
    specs
      .map(apart)
      .filter(
        ({ kind }, index) =>
          kind !== 'hedge' ||
          specs.slice(0, index).every((below) => MAY_STAND_BELOW_A_HEDGE.has(below.kind)),
      ),
  )

/** Two equal limits in one stack would go off at once. */
function apart(spec: LayerSpec, index: number): LayerSpec {
  const little = index * 0.013
  if (spec.kind === 'timeout') return { ...spec, ms: spec.ms + little }
  if (spec.kind === 'budget' && spec.timeMs !== undefined) {
    return { ...spec, timeMs: spec.timeMs + little }
  }
  return spec
}

function weighted<Record>(
  weight: number,
  model: { [Key in keyof Record]: fc.Arbitrary<Record[Key]> },
): { weight: number; arbitrary: fc.Arbitrary<Record> } {
  return { weight, arbitrary: fc.record(model) }
}

/** Past the compiler on purpose: what it would refuse must be refused where it is applied. */
export function toLayer(spec: LayerSpec, clock: FakeClock): UniformLayer {
  return makeLayer(spec, clock) as UniformLayer
}

function makeLayer(spec: LayerSpec, clock: FakeClock): unknown {
  switch (spec.kind) {
    case 'tap':
      return tap({
        onDone: () => {
          throw new Error('a bad watcher')
        },
      })
    case 'log':
      return log(createRecordingLogger(), { clock })
    case 'trace':
      return trace({
        startSpan: () => ({ setAttributes: () => {}, recordError: () => {}, end: () => {} }),
      })
    case 'metrics':
      return metrics(
        () => {
          throw new Error('a bad recorder')
        },
        { clock },
      )
    case 'mapOutput':
      return mapOutput((value) => value)
    case 'truncate':
      return truncateOutput({ maxBytes: 1_000 })
    case 'loadShed':
      return loadShed(2)
    case 'concurrency':
      return concurrency(spec.max)
    case 'approval':
      return approval(() => ({ allow, deny: deny('no'), ask: askApproval('perhaps') })[spec.says])
    case 'timeout':
      return timeout(spec.ms, { clock })
    case 'retry':
      return retry({ times: spec.times, delayMs: () => RETRY_DELAY, clock })
    case 'rateLimit':
      return rateLimit({ max: spec.max, perMs: spec.perMs, clock })
    case 'budget':
      return budget(
        createBudget(
          { calls: spec.calls, ...(spec.timeMs !== undefined && { timeMs: spec.timeMs }) },
          { clock },
        ),
      )
    case 'breaker':
      return circuitBreaker({ failures: spec.failures, restMs: spec.restMs, clock })
    case 'hedge':
      return hedge({ afterMs: spec.afterMs, clock })
    case 'cache':
      return cache({ ttlMs: spec.ttlMs, clock })
    case 'dedupe':
      return dedupe()
    case 'fallback':
      return fallback(spare(clock))
    case 'loopGuard':
      return loopGuard(createLoopHistory({ times: spec.times }))
  }
}

function spare(clock: FakeClock) {
  return service(
    (_, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('told to stop')))
        clock.after(FALLBACK_DELAY, () => resolve('spare'))
      }),
    { effects: 'none' },
  )
}

/** What a tool does, on a clock. It stops when it is told to. */
export function behave(
  one: Behaviour | undefined,
  clock: FakeClock,
  signal: AbortSignal,
): Promise<unknown> {
  const { does, after } = one ?? { does: 'return', after: 0 }
  return new Promise((resolve, reject) => {
    const act = () => {
      if (does === 'return') resolve('value')
      else if (does === 'garbage') resolve(() => Number.NaN)
      else if (does === 'fail') reject(new Error('for good'))
      else if (does === 'pass')
        reject(
          createToolError({ category: 'transient', code: 'toolbox.passing', message: 'for now' }),
        )
    }
    // Whoever does not stop when told keeps its place, and the reference would have to know of queues.
    signal.addEventListener('abort', () => reject(new Error('told to stop')))
    if (does === 'hang') return
    if (after === 0) act()
    else clock.after(after, act)
  })
}

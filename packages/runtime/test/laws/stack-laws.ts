import { allow, askApproval, createToolError, deny, type RiskSpec } from '@armorer/core'
import fc from 'fast-check'
import { createTool } from '../../src/create-tool.js'
import { approval } from '../../src/layers/approval.js'
import { concurrency } from '../../src/layers/concurrency.js'
import { log } from '../../src/layers/log.js'
import { retry } from '../../src/layers/retry.js'
import { tap } from '../../src/layers/tap.js'
import { timeout } from '../../src/layers/timeout.js'
import { trace } from '../../src/layers/trace.js'
import { type UniformLayer } from '../../src/service.js'
import { createFakeClock, type FakeClock } from '../../src/testing/fake-clock.js'
import { createRecordingLogger } from '../../src/testing/recording-logger.js'
import { type AnyTool } from '../../src/tool.js'

/** A layer as data, so that code and reference can both read it. */
export type LayerSpec =
  | { readonly kind: 'tap' | 'log' | 'trace' }
  | { readonly kind: 'concurrency'; readonly max: number }
  | { readonly kind: 'approval'; readonly says: 'allow' | 'deny' | 'ask' }
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'retry'; readonly times: number }

/** What a tool does at one of its tries. */
export interface Behaviour {
  readonly does: 'return' | 'garbage' | 'fail' | 'pass' | 'hang'
  readonly after: number
}

const RETRY_DELAY = 4.5

export const layerSpec: fc.Arbitrary<LayerSpec> = fc.oneof(
  fc.record({ kind: fc.constantFrom('tap', 'log', 'trace') }),
  fc.record({ kind: fc.constant('concurrency'), max: fc.integer({ min: 1, max: 3 }) }),
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('approval'),
      says: fc.constantFrom('allow', 'allow', 'allow', 'deny', 'ask'),
    }),
  },
  // No two sums of these are equal, so that nothing ever happens at the same time as something else.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('timeout'),
      ms: fc.constantFrom(13.37, 29.71, 53.13, 101.9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('retry'), times: fc.integer({ min: 0, max: 2 }) }),
  },
)

export const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  does: fc.constantFrom('return', 'return', 'garbage', 'fail', 'pass', 'pass', 'hang'),
  after: fc.constantFrom(0, 7, 19, 41),
})

export const risk: fc.Arbitrary<RiskSpec> = fc.constantFrom<RiskSpec[]>(
  { effects: 'none' },
  { effects: 'read' },
  { effects: 'write', idempotent: true },
  { effects: 'write' },
  { effects: 'unknown' },
)

/** How a random stack around a random tool ends, and when: in code. `undefined` where the stack is refused. */
export async function runStack(
  specs: readonly LayerSpec[],
  script: readonly Behaviour[],
  given: RiskSpec,
): Promise<string | undefined> {
  const clock = createFakeClock()
  let tries = 0
  const bare = createTool({
    name: 'subject',
    description: 'A subject.',
    risk: given,
    run: (_, ctx) => behave(script[tries++], clock, ctx.signal),
  })
  let tool: AnyTool = bare
  try {
    for (const spec of specs) tool = tool.layer(toLayer(spec, clock))
  } catch {
    return undefined
  }
  let ended = ''
  const call = tool.execute({ id: 'c' }).then((result) => {
    ended = `${'error' in result ? result.error.code : result.kind} at ${clock.now().toFixed(3)} after ${tries}`
  })
  await clock.advance(5_000)
  // What hangs without a limit ends never.
  if (ended === '') return 'never'
  await call
  return ended
}

function behave(
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

function toLayer(spec: LayerSpec, clock: FakeClock): UniformLayer {
  const logger = createRecordingLogger()
  switch (spec.kind) {
    case 'tap':
      return tap({
        onDone: () => {
          throw new Error('a bad watcher')
        },
      })
    case 'log':
      return log(logger, { clock })
    case 'trace':
      return trace({
        startSpan: () => ({ setAttributes: () => {}, recordError: () => {}, end: () => {} }),
      })
    case 'concurrency':
      return concurrency(spec.max)
    case 'approval':
      return approval(() => ({ allow, deny: deny('no'), ask: askApproval('perhaps') })[spec.says])
    case 'timeout':
      return timeout(spec.ms, { clock })
    case 'retry':
      // Past the compiler on purpose: what it would refuse must be refused when it runs.
      return retry({
        times: spec.times,
        delayMs: () => RETRY_DELAY,
        clock,
      }) as unknown as UniformLayer
  }
}

interface End {
  readonly code: string
  readonly at: number
  readonly retryable: boolean
}

/** The same by a reference that knows nothing of promises: what each layer means, on a time line. */
export function predict(
  specs: readonly LayerSpec[],
  script: readonly Behaviour[],
  given: RiskSpec,
): string | undefined {
  const effects =
    given.effects === 'none' || given.effects === 'read'
      ? 'read'
      : given.idempotent
        ? 'idempotent'
        : 'write'
  if (effects === 'write' && specs.some(({ kind }) => kind === 'retry')) return undefined
  let tries = 0
  let begun = false

  const go = (depth: number, start: number, deadline: number): End => {
    const spec = specs[depth]
    if (!spec) {
      begun = true
      const { does, after } = script[tries++] ?? { does: 'return', after: 0 }
      const code = {
        return: 'done',
        garbage: 'done',
        fail: 'tool.default.subject.internal',
        pass: 'toolbox.passing',
        hang: 'never',
      }[does]
      return { code, at: does === 'hang' ? Infinity : start + after, retryable: does === 'pass' }
    }
    if (spec.kind === 'approval' && spec.says !== 'allow') {
      return {
        code: spec.says === 'deny' ? 'toolbox.denied' : 'toolbox.pending',
        at: start,
        retryable: false,
      }
    }
    if (spec.kind === 'timeout') {
      const inner = go(depth - 1, start, Math.min(deadline, start + spec.ms))
      if (inner.at <= start + spec.ms) return inner
      const unsure = begun && effects !== 'read'
      return {
        code: unsure ? 'toolbox.unknown_outcome' : 'toolbox.timeout',
        at: start + spec.ms,
        retryable: !unsure || effects === 'idempotent',
      }
    }
    if (spec.kind !== 'retry') return go(depth - 1, start, deadline)
    let end = go(depth - 1, start, deadline)
    let unsure = false
    for (let attempt = 1; attempt <= spec.times; attempt++) {
      // What one try may have done, a later one that fails has not undone.
      unsure ||= end.code === 'toolbox.unknown_outcome'
      if (!end.retryable || end.at + RETRY_DELAY >= deadline) break
      end = go(depth - 1, end.at + RETRY_DELAY, deadline)
    }
    if (unsure && end.code !== 'done')
      return { code: 'toolbox.unknown_outcome', at: end.at, retryable: true }
    return end
  }

  const { code, at } = go(specs.length - 1, 0, Infinity)
  return at === Infinity ? 'never' : `${code} at ${at.toFixed(3)} after ${tries}`
}

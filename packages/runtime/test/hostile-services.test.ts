import { createToolError, stop } from '@armorer/core'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBudget } from '../src/budget.js'
import { pipe } from '../src/composition/pipe.js'
import { parallel } from '../src/composition/parallel.js'
import { createContext } from '../src/create-context.js'
import { budget } from '../src/layers/budget.js'
import { cache } from '../src/layers/cache.js'
import { circuitBreaker } from '../src/layers/circuit-breaker.js'
import { concurrency } from '../src/layers/concurrency.js'
import { dedupe } from '../src/layers/dedupe.js'
import { fallback } from '../src/layers/fallback.js'
import { hedge } from '../src/layers/hedge.js'
import { loadShed } from '../src/layers/load-shed.js'
import { createLoopHistory, loopGuard } from '../src/layers/loop-guard.js'
import { metrics } from '../src/layers/metrics.js'
import { rateLimit } from '../src/layers/rate-limit.js'
import { retry } from '../src/layers/retry.js'
import { timeout } from '../src/layers/timeout.js'
import { truncateOutput } from '../src/layers/truncate-output.js'
import { service, type Service } from '../src/service.js'
import { createFakeClock, type FakeClock } from '../src/testing/fake-clock.js'
import { part, read, spec, text } from './composition/parts.js'

const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => void process.off('unhandledRejection', note))

type Answer = (clock: FakeClock, signal: AbortSignal) => unknown

/** What no honest service does. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'throws at once': () => {
    throw new Error('at once')
  },
  'throws nothing': () => Promise.reject(undefined),
  'throws what cannot be read': () =>
    Promise.reject(
      new Proxy(new Error('x'), {
        get: () => {
          throw new Error('unreadable')
        },
      }),
    ),
  hangs: () => new Promise(() => {}),
  'fails late': (clock) =>
    new Promise((_, reject) => void clock.after(70, () => reject(new Error('late')))),
  'answers late, told or not': (clock) =>
    new Promise((resolve) => void clock.after(70, () => resolve('late'))),
  'fails when told to stop': (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
  'answers when told to stop': (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve('so be it'))
    }),
  'gives a function': () => () => 1,
  'gives what leads back to itself': () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    return loop
  },
  'gives what cannot be read': () =>
    new Proxy(
      {},
      {
        get: (_, key) => {
          if (key === 'then') return undefined
          throw new Error('unreadable')
        },
        ownKeys: () => {
          throw new Error('unreadable')
        },
      },
    ),
  'says that it is pending': () => Promise.reject(stop({ kind: 'pending', asks: [] }, 'wait')),
  passes: () =>
    Promise.reject(createToolError({ category: 'transient', code: 'toolbox.x', message: 'x' })),
  answers: () => 'fine',
}

const LAYERS: Readonly<Record<string, (clock: FakeClock) => unknown>> = {
  timeout: (clock) => timeout(50, { clock }),
  retry: (clock) => retry({ times: 1, delayMs: () => 1, clock }),
  concurrency: () => concurrency(2),
  loadShed: () => loadShed(20),
  rateLimit: (clock) => rateLimit({ max: 100, perMs: 10, clock }),
  breaker: (clock) => circuitBreaker({ failures: 50, clock }),
  budget: (clock) => budget(createBudget({ calls: 1_000, timeMs: 10_000 }, { clock })),
  hedge: (clock) => hedge({ afterMs: 20, clock }),
  fallback: () => fallback(service(async () => 'spare', { effects: 'none' })),
  dedupe: () => dedupe(),
  cache: (clock) => cache({ ttlMs: 5, clock }),
  loopGuard: () => loopGuard(createLoopHistory({ times: 1_000 })),
  truncateOutput: () => truncateOutput({ maxBytes: 100 }),
  metrics: (clock) => metrics(() => undefined, { clock }),
}

test('whatever a service does under whatever layers, every call ends, no place is lost and nothing is unhandled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(Object.keys(LAYERS), { minLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(ANSWERS)), fc.boolean()), {
        minLength: 1,
        maxLength: 8,
      }),
      async (names, calls) => {
        const clock = createFakeClock()
        const answers = [...calls]
        const base = service(
          (_: unknown, { signal }) => ANSWERS[answers.shift()?.[0] ?? 'answers']?.(clock, signal),
          { effects: 'read' },
        )
        // Whatever else there is, every try has an end.
        let stack: Service<unknown, unknown> = base.layer(timeout(90, { clock }))
        for (const name of names) {
          const layer = LAYERS[name]?.(clock) as (inner: typeof stack) => typeof stack
          stack = layer(stack)
        }
        let open = calls.length
        for (const [index, [, leaves]] of calls.entries()) {
          const ctx = createContext()
          const over = () => {
            open -= 1
          }
          void stack.call({ index: index % 3 }, ctx).then(over, over)
          if (leaves) clock.after(10 + index, () => ctx.cancel('enough'))
        }
        await clock.advance(5_000)
        expect(open).toBe(0)
        // All places are free again: as many as there are at all get through at once.
        answers.length = 0
        const after = await Promise.all(
          [0, 1].map((index) => stack.call({ again: index }, createContext())),
        )
        expect(after).toHaveLength(2)
      },
    ),
    { numRuns: 300 },
  )
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
  expect(unhandled).toEqual([])
})

test('parts that do what no honest tool does leave nothing unhandled in a whole', async () => {
  for (const [name, answer] of Object.entries(ANSWERS)) {
    const clock = createFakeClock()
    const bad = part('bad', read, (_, { signal }) => answer(clock, signal) as string).layer(
      timeout(50, { clock }),
    )
    const wholes = [
      pipe(spec, bad, part('next', read)),
      parallel({ ...spec, input: text }, part('other', read), bad, bad),
    ]
    for (const whole of wholes) {
      const call = whole.execute({ arguments: { text: name } })
      await clock.advance(1_000)
      expect((await call).kind, name).toMatch(/^(done|failed|pending|cancelled)$/)
    }
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
  expect(unhandled).toEqual([])
})

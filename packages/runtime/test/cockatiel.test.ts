import { createToolError } from '@armorer/core'
import {
  bulkhead,
  BulkheadRejectedError,
  BrokenCircuitError,
  circuitBreaker as cockatielBreaker,
  ConsecutiveBreaker,
  ConstantBackoff,
  ExponentialBackoff,
  handleAll,
  noJitterGenerator,
  retry as cockatielRetry,
} from 'cockatiel'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createContext } from '../src/create-context.js'
import { circuitBreaker } from '../src/layers/circuit-breaker.js'
import { concurrency } from '../src/layers/concurrency.js'
import { loadShed } from '../src/layers/load-shed.js'
import { retry } from '../src/layers/retry.js'
import { service } from '../src/service.js'
import { script } from '../src/testing/script.js'
import { deferred } from './deferred.js'

// Both tell the time by the same clock, which stands still until it is moved.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const down = createToolError({ category: 'transient', code: 'toolbox.down', message: '503' })

test('the breaker lets the same calls through as cockatiel’s', async () => {
  const event = fc.record({ wait: fc.integer({ min: 0, max: 80 }), works: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(event, { minLength: 1, maxLength: 40 }),
      async (failures, events) => {
        let works = true
        const act = async () => {
          if (!works) throw down
          return 'ok'
        }
        const policy = cockatielBreaker(handleAll, {
          halfOpenAfter: 100,
          breaker: new ConsecutiveBreaker(failures),
        })
        const stack = service(act, { effects: 'read' }).layer(
          circuitBreaker({ failures, restMs: 100 }),
        )
        for (const { wait, works: now } of events) {
          await vi.advanceTimersByTimeAsync(wait)
          works = now
          const theirs = await policy.execute(act).catch(endOf)
          const ours = await stack.call('x', createContext()).catch(endOf)
          expect(ours).toBe(theirs)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('retry makes the same tries at the same times as cockatiel’s', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 6 }),
      fc.boolean(),
      async (times, failing, isGrowing) => {
        const tried = (log: number[]) => async () => {
          log.push(Date.now())
          if (log.length <= failing) throw down
          return 'ok'
        }
        const [ours, theirs]: [number[], number[]] = [[], []]
        const backoff = isGrowing
          ? new ExponentialBackoff({
              generator: noJitterGenerator,
              initialDelay: 100,
              maxDelay: 100_000,
            })
          : new ConstantBackoff(30)
        const policy = cockatielRetry(handleAll, { maxAttempts: times, backoff })
        const stack = service(tried(ours), { effects: 'read' }).layer(
          // 1 takes the jitter away: every wait is as long as it can be.
          retry({ times, ...(isGrowing ? { random: () => 1 } : { delayMs: () => 30 }) }),
        )
        const start = Date.now()
        const [theirEnd, ourEnd] = [
          policy.execute(tried(theirs)).catch(endOf),
          stack.call('x', createContext()).catch(endOf),
        ]
        await vi.advanceTimersByTimeAsync(10_000)
        expect(await ourEnd).toBe(await theirEnd)
        expect(ours.map((time) => time - start)).toEqual(theirs.map((time) => time - start))
      },
    ),
    { numRuns: 100 },
  )
})

test('a limit inside a shed lets in, queues and refuses like cockatiel’s bulkhead', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.constantFrom('call', 'call', 'done', 'fail'), { minLength: 1, maxLength: 30 }),
      async (max, queue, events) => {
        const sides = [pool(), pool()] as const
        const policy = bulkhead(max, queue)
        const stack = service(sides[1].act, { effects: 'read' })
          .layer(concurrency(max))
          .layer(loadShed(max + queue))
        for (const event of events) {
          if (event === 'call') {
            sides[0].call(() => policy.execute(sides[0].act))
            sides[1].call(() => stack.call('x', createContext()))
          } else for (const side of sides) side.end(event === 'done')
          await vi.advanceTimersByTimeAsync(0)
          expect(sides[1].log).toEqual(sides[0].log)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('where cockatiel lets calls wait for the one that tries, ours refuses them', async () => {
  const answer = deferred<string>()
  const stack = script<string>([down, () => answer.promise]).layer(
    circuitBreaker({ failures: 1, restMs: 100 }),
  )
  await stack.call('x', createContext()).catch(endOf)
  await vi.advanceTimersByTimeAsync(100)
  const trying = stack.call('x', createContext())
  expect(await stack.call('x', createContext()).catch(endOf)).toBe('refused')
  answer.resolve('ok')
  expect(await trying).toBe('ok')
})

/** Calls that end when the test says so, and what became of each so far. */
function pool() {
  const running: Array<ReturnType<typeof deferred<string>>> = []
  const log: string[] = []
  let calls = 0
  return {
    log,
    act() {
      const one = deferred<string>()
      running.push(one)
      log.push(`began`)
      return one.promise
    },
    call(make: () => Promise<string>) {
      const number = ++calls
      void make()
        .catch(endOf)
        .then((end) => log.push(`${number} ${end}`))
    },
    end(works: boolean) {
      const one = running.shift()
      if (works) one?.resolve('ok')
      else one?.reject(down)
    },
  }
}

function endOf(error: unknown): string {
  if (error === down) return 'failed'
  const isTheirs = error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return isTheirs || code === 'toolbox.circuit_open' || code === 'toolbox.overloaded'
    ? 'refused'
    : String(error)
}

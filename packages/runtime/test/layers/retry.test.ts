import { once } from 'node:events'
import { createServer } from 'node:net'
import { createToolError } from '@armorer/core'
import { describe, expect, test, vi } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { createTool } from '../../src/create-tool.js'
import { approval } from '../../src/layers/approval.js'
import { retry } from '../../src/layers/retry.js'
import { recommended } from '../../src/recommended.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { script } from '../../src/testing/script.js'
import { readTool, writeTool } from '../small-tools.js'

const unavailable = createToolError({
  category: 'transient',
  code: 'toolbox.unavailable',
  message: '503',
})
const limited = createToolError({
  category: 'transient',
  code: 'toolbox.rate_limited',
  message: '429',
  retryAfterMs: 50,
})
const atOnce = { times: 2, delayMs: () => 0 }

test('a transient failure is tried again', async () => {
  const flaky = script([unavailable, 'pong']).layer(retry(atOnce))
  expect(await flaky.call('ping', createContext())).toBe('pong')
})

test('times counts the tries after the first, and the last failure surfaces', async () => {
  const last = createToolError({ category: 'transient', code: 'toolbox.last', message: 'last' })
  const base = script([unavailable, unavailable, last, 'too late'])
  await expect(base.layer(retry(atOnce)).call('ping', createContext())).rejects.toBe(last)
  expect(base.requests).toHaveLength(3)
})

test('a rate limit is left to the caller, unless it is asked for', async () => {
  await expect(
    script([limited, 'pong']).layer(retry(atOnce)).call('ping', createContext()),
  ).rejects.toBe(limited)

  const clock = createFakeClock()
  const patient = script([limited, 'pong']).layer(
    retry({ ...atOnce, when: ({ retryable }) => retryable, clock }),
  )
  const call = patient.call('ping', createContext())
  await clock.advance(49)
  await clock.advance(1)
  expect(await call).toBe('pong')
  expect(clock.now()).toBe(50)
})

test('no wait outlasts the caller’s deadline', async () => {
  const clock = createFakeClock()
  const base = script([unavailable, 'pong'])
  const stack = base.layer(retry({ times: 1, delayMs: () => 100, clock }))
  await expect(stack.call('ping', createContext({ deadline: 100 }))).rejects.toBe(unavailable)
  expect(base.requests).toHaveLength(1)
})

test.each([
  createToolError({ category: 'validation', code: 'toolbox.invalid_input', message: 'wrong' }),
  createToolError({ category: 'permission', code: 'toolbox.denied', message: 'no' }),
  new Error('plain'),
])('what will not get better is not tried again: %s', async (error) => {
  const base = script([error, 'never'])
  await expect(base.layer(retry(atOnce)).call('ping', createContext())).rejects.toBe(error)
  expect(base.requests).toHaveLength(1)
})

test('a denial is not asked again', async () => {
  let asked = 0
  const tool = createTool({ name: 'r', description: 'R.', risk: { effects: 'read' }, run: () => 1 })
    .layer(
      approval(() => {
        asked += 1
        return { kind: 'deny', reasons: [{ message: 'no', rule: 'r1' }] }
      }),
    )
    .layer(retry(atOnce))
  expect(await tool.execute({})).toMatchObject({ kind: 'denied', rule: 'r1' })
  expect(asked).toBe(1)
})

test('a cancelled wait ends at once', async () => {
  const clock = createFakeClock()
  const ctx = createContext()
  const base = script([unavailable, 'pong'])
  const call = base.layer(retry({ times: 1, delayMs: () => 1_000, clock })).call('ping', ctx)
  const failure = expect(call).rejects.toMatchObject({ code: 'toolbox.cancelled' })
  await clock.advance(10)
  ctx.cancel('enough')
  await failure
  expect([base.requests.length, clock.waiting]).toEqual([1, 0])
})

test('waits grow, and jitter keeps them between half and full', async () => {
  const clock = createFakeClock()
  const waits: number[] = []
  const watching = {
    ...clock,
    after: (ms: number, callback: () => void) => {
      waits.push(ms)
      return clock.after(ms, callback)
    },
  }
  const call = script([unavailable, unavailable, unavailable, 'pong'])
    .layer(retry({ times: 3, clock: watching, random: () => 0 }))
    .call('ping', createContext())
  await clock.advance(10_000)
  await call
  expect(waits).toEqual([50, 100, 200])
})

test('a write that is not idempotent cannot be retried, whatever the types say', () => {
  const write = createTool({
    name: 'w',
    description: 'W.',
    risk: { effects: 'write' },
    run: () => 1,
  })
  const unknown = createTool({ name: 'u', description: 'U.', run: () => 1 })
  // @ts-expect-error this write is not idempotent
  expect(() => write.layer(retry())).toThrow('must not run twice')
  // @ts-expect-error nothing is known of its effects
  expect(() => unknown.layer(retry())).toThrow('must not run twice')
})

describe('what a client of the network throws', () => {
  test.each([
    ['thrown directly', () => Promise.reject(withCode('ECONNRESET')), 'ECONNRESET'],
    ['that fetch hides in a cause', async () => fetch(await closedUrl()), 'ECONNREFUSED'],
  ])('a failure of the network %s is passing, and keeps its code', async (_where, run, code) => {
    const tries = vi.fn<() => Promise<unknown>>(run)

    expect(await readTool(tries).layer(retry(atOnce)).execute({})).toMatchObject({
      kind: 'failed',
      error: { category: 'transient', retryable: true, code },
    })
    expect(tries).toHaveBeenCalledTimes(3)
  })

  test('of a write it is unknown what came of it, and nothing tries again', async () => {
    const tries = vi.fn<() => Promise<unknown>>(async () => fetch(await closedUrl()))

    expect(await recommended(writeTool(tries)).execute({})).toMatchObject({
      kind: 'unknown',
      error: { retryable: false, code: 'ECONNREFUSED' },
    })
    expect(tries).toHaveBeenCalledOnce()
  })

  test('an address that it refuses to ask is no failure of the network', async () => {
    const tries = vi.fn<() => Promise<unknown>>(() => fetch('http://127.0.0.1:1/'))

    expect(await readTool(tries).layer(retry(atOnce)).execute({})).toMatchObject({
      error: { category: 'internal', retryable: false },
    })
    expect(tries).toHaveBeenCalledOnce()
  })
})

function withCode(code: string): Error {
  return Object.assign(new Error('no words'), { code })
}

/** Where nobody listens any more. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}

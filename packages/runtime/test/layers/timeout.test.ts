import { expect, test } from 'vitest'
import { z } from 'zod'
import { createContext } from '../../src/create-context.js'
import { createTool } from '../../src/create-tool.js'
import { retry } from '../../src/layers/retry.js'
import { timeout } from '../../src/layers/timeout.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { deferred } from '../deferred.js'

test('a call in time passes, and leaves nothing behind', async () => {
  const clock = createFakeClock()
  const quick = service(async () => 'pong', { effects: 'read' }).layer(timeout(100, { clock }))
  expect(await quick.call('ping', createContext())).toBe('pong')
})

test('a read that takes too long is told to stop, and fails as one to be tried again', async () => {
  const clock = createFakeClock()
  let told: unknown
  const slow = service((_: string, ctx) => never(ctx.signal, (reason) => (told = reason)), {
    effects: 'read',
  })
  const call = slow.layer(timeout(100, { clock })).call('ping', createContext())
  const failure = expect(call).rejects.toMatchObject({
    code: 'toolbox.timeout',
    category: 'timeout',
    retryable: true,
  })
  await clock.advance(99)
  expect(told).toBeUndefined()
  await clock.advance(1)
  await failure
  expect(told).toMatchObject({ code: 'toolbox.timeout' })
})

test('many that wait give up each in its own time', async () => {
  const clock = createFakeClock()
  const ended: string[] = []
  const slow = service((_: string, ctx) => never(ctx.signal), { effects: 'read' }).layer(
    timeout(100, { clock }),
  )
  const quick = service(async (name: string) => name, { effects: 'read' })
  const start = (name: string) =>
    slow.call(name, createContext()).catch(() => ended.push(`${name}@${clock.now()}`))
  void start('a')
  await clock.advance(30)
  void start('b')
  await quick.layer(timeout(100, { clock })).call('c', createContext())
  await clock.advance(30)
  void start('d')
  await clock.advance(200)
  expect(ended).toEqual(['a@100', 'b@130', 'd@160'])
  expect(clock.waiting).toBe(0)
})

test('a call that asks for its deadline is cut off at it', async () => {
  const clock = createFakeClock(1_000)
  let deadline: number | undefined
  const slow = service(
    (_: string, ctx) => {
      deadline = ctx.deadline
      return never(ctx.signal)
    },
    { effects: 'read' },
  )
  const call = slow.layer(timeout(100, { clock })).call('ping', createContext())
  const endedAt = call.catch(() => clock.now())
  expect(deadline).toBe(1_100)
  await clock.advance(500)
  expect(await endedAt).toBe(1_100)
})

test('of a write that was cut off nobody knows what became, and it is followed to its end', async () => {
  const clock = createFakeClock()
  const late: Array<Promise<unknown>> = []
  const { promise, resolve } = deferred<string>()
  const post = createTool({
    name: 'post',
    description: 'Posts.',
    risk: { effects: 'write' },
    run: () => promise,
  }).layer(timeout(100, { clock }))
  const result = post.execute({ id: 'c' }, { onLate: (work) => late.push(work) })
  await clock.advance(100)
  expect(await result).toMatchObject({
    kind: 'unknown',
    error: { code: 'toolbox.unknown_outcome', retryable: false },
  })
  expect(late).toHaveLength(1)
  resolve('posted after all')
  expect(await late[0]).toBe('posted after all')
})

test('an idempotent write that was cut off may be tried again', async () => {
  const clock = createFakeClock()
  let tries = 0
  const set = createTool({
    name: 'set',
    description: 'Sets.',
    risk: { effects: 'write', idempotent: true },
    run: (_, ctx) => (++tries < 2 ? never(ctx.signal) : 'set'),
  })
    .layer(timeout(100, { clock }))
    .layer(retry({ times: 1, delayMs: () => 0, clock }))
  const result = set.execute({})
  await clock.advance(300)
  expect(await result).toMatchObject({ kind: 'done', value: 'set' })
  expect(tries).toBe(2)
})

test('a handler that settles late changes nothing and rejects nobody', async () => {
  const clock = createFakeClock()
  const { promise, reject } = deferred<string>()
  const call = service(() => promise, { effects: 'read' })
    .layer(timeout(10, { clock }))
    .call(1, createContext())
  const failure = expect(call).rejects.toMatchObject({ code: 'toolbox.timeout' })
  await clock.advance(10)
  await failure
  reject(new Error('too late to matter'))
  await clock.advance(10)
})

test('the caller’s cancellation reaches the innermost call', async () => {
  const controller = new AbortController()
  let told: unknown
  const tool = createTool({
    name: 'slow',
    description: 'Slow.',
    input: z.object({}),
    risk: { effects: 'read' },
    run: (_, ctx) => never(ctx.signal, (reason) => (told = reason)),
  }).layer(timeout(10_000))
  const result = tool.execute({ id: 'c' }, { signal: controller.signal })
  controller.abort('enough')
  expect(await result).toMatchObject({ kind: 'cancelled' })
  expect(told).toBe('enough')
})

test.each([0, -1, Number.NaN, 2 ** 31])('timeout(%s) is refused', (ms) => {
  expect(() => timeout(ms)).toThrow('timeout takes milliseconds')
})

/** Ends when it is told to, and not before. */
function never(
  signal: AbortSignal,
  onTold: (reason: unknown) => void = () => undefined,
): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      onTold(signal.reason)
      reject(new Error('stopped'))
    })
  })
}

import { createToolError, deny } from '@armorer/core'
import { expect, test } from 'vitest'
import { type CallContext } from '../../src/context.js'
import { createContext } from '../../src/create-context.js'
import { createTool } from '../../src/create-tool.js'
import { approval } from '../../src/layers/approval.js'
import { circuitBreaker, type CircuitState } from '../../src/layers/circuit-breaker.js'
import { timeout } from '../../src/layers/timeout.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { script } from '../../src/testing/script.js'
import { deferred } from '../deferred.js'

const down = createToolError({ category: 'transient', code: 'toolbox.down', message: '503' })
const wrong = createToolError({ category: 'validation', code: 'toolbox.wrong', message: '400' })

test('failures in a row open the circuit, and while it rests nothing is called', async () => {
  const clock = createFakeClock()
  const states: CircuitState[] = []
  const base = script([down, down, 'pong'])
  const stack = base.layer(
    circuitBreaker({ failures: 2, restMs: 100, clock, onChange: (state) => states.push(state) }),
  )
  const call = () => stack.call('ping', createContext())
  await expect(call()).rejects.toBe(down)
  await expect(call()).rejects.toBe(down)
  await clock.advance(40)
  await expect(call()).rejects.toMatchObject({
    code: 'toolbox.circuit_open',
    retryable: true,
    retryAfterMs: 60,
  })
  expect(base.requests).toHaveLength(2)
  await clock.advance(60)
  expect(await call()).toBe('pong')
  expect(states).toEqual(['open', 'half_open', 'closed'])
})

test('an answer in between starts the count anew', async () => {
  const base = script([down, 'pong', down, 'pong'])
  const stack = base.layer(circuitBreaker({ failures: 2 }))
  for (const expected of [down, 'pong', down, 'pong']) {
    const outcome = await stack.call('ping', createContext()).catch((error: unknown) => error)
    expect(outcome).toBe(expected)
  }
})

test('while half open one call tries, and only one', async () => {
  const clock = createFakeClock()
  const answer = deferred<string>()
  const base = script<string>([down, () => answer.promise, 'pong'])
  const stack = base.layer(circuitBreaker({ failures: 1, restMs: 100, clock }))
  const call = () => stack.call('ping', createContext())
  await expect(call()).rejects.toBe(down)
  await clock.advance(100)
  const trying = call()
  await expect(call()).rejects.toMatchObject({ code: 'toolbox.circuit_open' })
  await expect(call()).rejects.toMatchObject({ code: 'toolbox.circuit_open' })
  expect(base.requests).toHaveLength(2)
  answer.resolve('pong')
  expect(await trying).toBe('pong')
  expect(await call()).toBe('pong')
})

test('a try that fails lets it rest as long again', async () => {
  const clock = createFakeClock()
  const base = script([down, down, 'pong'])
  const stack = base.layer(circuitBreaker({ failures: 1, restMs: 100, clock }))
  const call = () => stack.call('ping', createContext())
  await expect(call()).rejects.toBe(down)
  await clock.advance(100)
  await expect(call()).rejects.toBe(down)
  await clock.advance(99)
  await expect(call()).rejects.toMatchObject({ code: 'toolbox.circuit_open' })
  await clock.advance(1)
  expect(await call()).toBe('pong')
})

test('a try that never comes back is followed by another', async () => {
  const clock = createFakeClock()
  const base = script<string>([down, () => new Promise<string>(() => {}), 'pong'])
  const stack = base.layer(circuitBreaker({ failures: 1, restMs: 100, clock }))
  const call = () => stack.call('ping', createContext())
  await expect(call()).rejects.toBe(down)
  await clock.advance(100)
  void call()
  await clock.advance(100)
  expect(await call()).toBe('pong')
})

test('a try that says neither yes nor no leaves the next call to try', async () => {
  const clock = createFakeClock()
  const base = script([down, wrong, 'pong'])
  const stack = base.layer(circuitBreaker({ failures: 1, restMs: 100, clock }))
  const call = () => stack.call('ping', createContext())
  await expect(call()).rejects.toBe(down)
  await clock.advance(100)
  await expect(call()).rejects.toBe(wrong)
  expect(await call()).toBe('pong')
})

test('callers who leave do not open it, whatever the service makes of that; one who waited too long does', async () => {
  const cutOff =
    (error: Error) =>
    (_: unknown, { signal }: Pick<CallContext, 'signal'>) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(error))
      })
  const states: CircuitState[] = []
  const breaker = circuitBreaker({ failures: 1, onChange: (state) => states.push(state) })
  const client = service(cutOff(new Error('canceled')), { effects: 'read' }).layer(breaker)
  const write = createTool({
    name: 'w',
    description: 'Writes.',
    risk: { effects: 'write' },
    run: cutOff(new DOMException('gone', 'AbortError')),
  }).layer(breaker)
  const ctx = createContext()
  const caller = new AbortController()
  const calls = [client.call('x', ctx), write.execute({}, { signal: caller.signal })]
  ctx.cancel('enough')
  caller.abort()
  await Promise.allSettled(calls)
  expect(states).toEqual([])
  const clock = createFakeClock()
  const slow = client.layer(timeout(10, { clock })).call('x', createContext())
  const ended = expect(slow).rejects.toMatchObject({ code: 'toolbox.timeout' })
  await clock.advance(10)
  await ended
  expect(states).toEqual(['open'])
})

test('what began before the circuit opened says nothing about it afterwards', async () => {
  const clock = createFakeClock()
  const slow = deferred<string>()
  const late = deferred<string>()
  const base = script<string>([() => slow.promise, () => late.promise, down, down, 'pong'])
  const stack = base.layer(circuitBreaker({ failures: 2, restMs: 100, clock }))
  const call = () => stack.call('ping', createContext())
  const [first, second] = [call(), call()]
  await expect(call()).rejects.toBe(down)
  await expect(call()).rejects.toBe(down)
  slow.resolve('late')
  expect(await first).toBe('late')
  await expect(call()).rejects.toMatchObject({ code: 'toolbox.circuit_open' })
  await clock.advance(100)
  expect(await call()).toBe('pong')
  // Of the two failures that it would take, this one is from before.
  late.reject(down)
  await expect(second).rejects.toBe(down)
  await expect(call()).rejects.toThrow('the script')
  await expect(call()).rejects.toThrow('the script')
  await expect(call()).rejects.toMatchObject({ code: 'toolbox.circuit_open' })
})

test('neither what a caller did wrong nor a decision is the fault of the service', async () => {
  let isDenied = true
  const tool = createTool({
    name: 'r',
    description: 'R.',
    risk: { effects: 'read' },
    run: () => {
      throw wrong
    },
  })
    .layer(approval(() => (isDenied ? deny('no') : { kind: 'allow' })))
    .layer(circuitBreaker({ failures: 1 }))
  expect(await tool.execute({})).toMatchObject({ kind: 'denied' })
  isDenied = false
  expect(await tool.execute({})).toMatchObject({ error: { code: 'toolbox.wrong' } })
  expect(await tool.execute({})).toMatchObject({ error: { code: 'toolbox.wrong' } })
})

test('a write of which nothing was heard counts as a failure', async () => {
  const tool = createTool({
    name: 'w',
    description: 'W.',
    risk: { effects: 'write' },
    run: () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
  }).layer(circuitBreaker({ failures: 1 }))
  expect(await tool.execute({})).toMatchObject({ kind: 'unknown' })
  expect(await tool.execute({})).toMatchObject({ error: { code: 'toolbox.circuit_open' } })
})

test('a listener or a judge that fails changes nothing but to the safe side', async () => {
  const boom = () => {
    throw new Error('boom')
  }
  const stack = service(() => Promise.reject(down)).layer(
    circuitBreaker({ failures: 1, when: boom, onChange: boom }),
  )
  await expect(stack.call('ping', createContext())).rejects.toBe(down)
  await expect(stack.call('ping', createContext())).rejects.toMatchObject({
    code: 'toolbox.circuit_open',
  })
})

test.each([{ failures: 0 }, { failures: 1.5 }, { restMs: 0 }, { restMs: Number.NaN }])(
  'circuitBreaker(%o) is refused',
  (options) => {
    expect(() => circuitBreaker(options)).toThrow('circuitBreaker takes')
  },
)

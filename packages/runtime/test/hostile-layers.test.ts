import { createToolError, type Tracer } from '@armorer/core'
import { expect, test } from 'vitest'
import { bind } from '../src/composition/bind.js'
import { createContext } from '../src/create-context.js'
import { createTool } from '../src/create-tool.js'
import { approval } from '../src/layers/approval.js'
import { concurrency } from '../src/layers/concurrency.js'
import { loadShed } from '../src/layers/load-shed.js'
import { log } from '../src/layers/log.js'
import { retry } from '../src/layers/retry.js'
import { tap } from '../src/layers/tap.js'
import { timeout } from '../src/layers/timeout.js'
import { trace } from '../src/layers/trace.js'
import { createToolbox } from '../src/runner.js'
import { layered, service, wrap, type Service, type UniformLayer } from '../src/service.js'
import { createFakeClock } from '../src/testing/fake-clock.js'
import { readTool, writeTool } from './small-tools.js'

const throwing: UniformLayer = (inner) =>
  wrap(inner, 'throwing', () => {
    throw new Error('at once')
  })

test('a layer that throws at once loses no place, no batch and no promise', async () => {
  const tool = readTool(() => 1)
    .layer(throwing)
    .layer(concurrency(1))
    .layer(timeout(1_000))
  expect(await tool.execute({ id: 'a' })).toMatchObject({
    kind: 'failed',
    callId: 'a',
    error: { message: 'at once' },
  })
  expect(await tool.execute({ id: 'b' })).toMatchObject({ kind: 'failed', callId: 'b' })
  await expect(tool({})).rejects.toThrow('at once')
  const raw = service(async () => 1)
    .layer(throwing)
    .layer(concurrency(1))
  await expect(raw.call(1, createContext())).rejects.toThrow('at once')
  await expect(raw.call(1, createContext())).rejects.toThrow('at once')
})

test('a service that throws at once, or gives no promise, loses no place and leaves no timer to reject', async () => {
  const bare = { effects: 'read', names: ['bare'], decides: false } as const
  const boom = () => {
    throw new Error('boom')
  }
  // What came past the compiler.
  const plain = (() => 1) as unknown as () => Promise<number>
  for (const call of [boom, plain]) {
    const clock = createFakeClock()
    const stack = layered({ ...bare, call })
      .layer(timeout(10, { clock }))
      .layer(concurrency(1))
      .layer(loadShed(1))
    const ends = [await settled(stack), await settled(stack)]
    expect(ends).toEqual(call === boom ? ['boom', 'boom'] : [1, 1])
    await clock.advance(100)
  }
})

test('observers that fail change nothing: a write that was done is done', async () => {
  const tracer = (fails: 'start' | 'end'): Tracer => ({
    startSpan() {
      if (fails === 'start') throw new Error('tracer down')
      return {
        setAttributes: () => {},
        recordError: () => {},
        end: () => {
          throw new Error('tracer down')
        },
      }
    },
  })
  const full = () => {
    throw new Error('disk full')
  }
  const logger = { debug: full, info: full, warn: full, error: full }
  const watcher = {
    onCall: async () => {
      throw new Error('later')
    },
    onDone: async () => {
      throw new Error('later')
    },
  }
  for (const layer of [trace(tracer('start')), trace(tracer('end')), log(logger), tap(watcher)]) {
    expect(
      await writeTool(() => 'written')
        .layer(layer)
        .layer(timeout(500))
        .execute({}, { logger, onEvent: full }),
    ).toMatchObject({ kind: 'done', value: 'written' })
  }
})

test('listeners that fail keep nobody waiting', async () => {
  const clock = createFakeClock()
  const hanging = createTool({
    name: 'h',
    description: 'Hangs.',
    risk: { effects: 'read' },
    run: (_, ctx) => {
      ctx.onCancel(() => {
        throw new Error('a bad listener')
      })
      return new Promise(() => {})
    },
  }).layer(timeout(10, { clock }))
  const calls = [
    hanging.execute(
      {},
      {
        onLate: () => {
          throw new Error('a bad taker')
        },
      },
    ),
    hanging.execute({}),
  ]
  await clock.advance(20)
  expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['failed', 'failed'])
})

test('nothing begins after its deadline', async () => {
  let writes = 0
  const tool = writeTool(() => ++writes)
  for (const deadline of [Date.now() - 60_000, 0, Number.NaN]) {
    expect(await tool.execute({}, { deadline })).toMatchObject({ kind: 'cancelled' })
  }
  const slow = createTool({
    name: 'slow',
    description: 'Slow.',
    risk: { effects: 'read' },
    run: () =>
      new Promise((done) => {
        setTimeout(done, 40)
      }),
  })
  const results = await createToolbox([slow, tool]).execute(
    [{ name: 'slow' }, { name: 'w' }, { name: 'w' }],
    { mode: 'sequential', deadline: Date.now() + 15 },
  )
  expect(results.map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(writes).toBe(0)
})

test('a deadline, or a wait, beyond what timers hold is far away', async () => {
  const slow = readTool(
    () =>
      new Promise((done) => {
        setTimeout(() => done('late'), 5)
      }),
  )
  for (const deadline of [Date.now() + 30 * 86_400_000, Infinity]) {
    expect(await slow.execute({}, { deadline })).toMatchObject({ kind: 'done', value: 'late' })
  }
  const busy = createToolError({
    category: 'transient',
    code: 'toolbox.busy',
    message: 'busy',
    retryAfterMs: 30 * 86_400_000,
  })
  let tries = 0
  const ctx = createContext()
  const call = service(
    () => {
      tries += 1
      throw busy
    },
    { effects: 'read' },
  )
    .layer(retry({ when: () => true }))
    .call(1, ctx)
  setTimeout(() => ctx.cancel('enough'), 10)
  await expect(call).rejects.toMatchObject({ code: 'toolbox.cancelled' })
  expect(tries).toBe(1)
})

test('a write that was cut off is unknown, whoever sends it', async () => {
  const clock = createFakeClock()
  const raw = layered({
    effects: 'write',
    names: ['raw'],
    decides: false,
    call: () => new Promise(() => {}),
  })
    .layer(timeout(10, { clock }))
    .call(1, createContext())
  const failure = expect(raw).rejects.toMatchObject({
    code: 'toolbox.unknown_outcome',
    retryable: false,
  })
  await clock.advance(10)
  await failure
})

test('a write that waited for its turn when time was up is not unknown', async () => {
  const clock = createFakeClock()
  const tool = writeTool(() => new Promise(() => {}))
    .layer(concurrency(1))
    .layer(timeout(10, { clock }))
  const calls = [tool.execute({}), tool.execute({})]
  await clock.advance(20)
  expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['unknown', 'failed'])
})

test('a part that waited for a decision when time was up leaves no doubt about the whole', async () => {
  const clock = createFakeClock()
  const part = writeTool(() => 1).layer(approval(() => new Promise(() => {})))
  const whole = bind(part, {}, { name: 'whole', description: 'The same.' })
  const call = whole.layer(timeout(10, { clock })).execute({})
  await clock.advance(10)
  expect(await call).toMatchObject({ kind: 'failed', error: { code: 'toolbox.timeout' } })
})

test('who has left the queue is held back no longer', async () => {
  const stack = service(() => new Promise(() => {})).layer(concurrency(1))
  void stack.call('x', createContext())
  const ctx = createContext()
  const own = ctx.derive()
  const waiting = stack.call('x', own)
  expect(ctx.heldBack).toBe(true)
  own.cancel('enough')
  await expect(waiting).rejects.toMatchObject({ code: 'toolbox.cancelled' })
  expect(ctx.heldBack).toBe(false)
})

test.each<[string, () => unknown, string]>([
  [
    'its client timed out',
    () => {
      throw new DOMException('slow', 'TimeoutError')
    },
    'unknown',
  ],
  [
    'its connection was reset',
    () => {
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    },
    'unknown',
  ],
  [
    'its client gave up',
    () => {
      throw new DOMException('gone', 'AbortError')
    },
    'unknown',
  ],
  [
    'its author says that nothing was done',
    () => {
      throw createToolError({ category: 'transient', code: 'tool.default.w.busy', message: 'busy' })
    },
    'failed',
  ],
  [
    'it was refused',
    () => {
      throw new Error('400')
    },
    'failed',
  ],
])('of a write, when %s', async (_, run, kind) => {
  expect(await writeTool(run).execute({})).toMatchObject({ kind })
})

test('a read that loses its connection has failed, and may be tried again', async () => {
  const lost = readTool(() => {
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  })
  expect(await lost.execute({})).toMatchObject({ kind: 'failed', error: { retryable: true } })
})

test('how a tool that was called within ended is not how the one that called it did', async () => {
  const denied = writeTool(() => 1).layer(
    approval(() => ({ kind: 'deny', reasons: [{ message: 'no' }] })),
  )
  const outer = writeTool(async () => denied({}))
  expect(await outer.execute({})).toMatchObject({
    kind: 'failed',
    error: { code: 'toolbox.denied' },
  })
  const unsure = writeTool(() => {
    throw new DOMException('slow', 'TimeoutError')
  })
  expect(await writeTool(async () => unsure({})).execute({})).toMatchObject({ kind: 'unknown' })
})

test('an idempotent write keeps its doubt when a later try fails', async () => {
  let tries = 0
  const set = createTool({
    name: 's',
    description: 'S.',
    risk: { effects: 'write', idempotent: true },
    run: () => {
      if (++tries === 1) throw new DOMException('slow', 'TimeoutError')
      throw new Error('400')
    },
  }).layer(retry({ times: 1, delayMs: () => 0 }))
  expect(await set.execute({})).toMatchObject({ kind: 'unknown' })
  expect(tries).toBe(2)
})

test('timeouts do not follow a clock that is set back', async () => {
  const clock = createFakeClock(1_000_000)
  let set = 0
  const tool = readTool(() => new Promise(() => {})).layer(
    timeout(100, { clock: { ...clock, now: () => clock.now() - set } }),
  )
  const result = tool.execute({})
  await clock.advance(50)
  set = 3_600_000
  await clock.advance(60)
  expect(await result).toMatchObject({ kind: 'failed', error: { code: 'toolbox.timeout' } })
})

test.each([Number.NaN, -1])('retry({ times: %s }) is refused', (times) => {
  expect(() => retry({ times })).toThrow('retry takes a number of times')
})

test('a `when` that fails does not hide the failure', async () => {
  const failing = service(
    () => {
      throw new Error('the real one')
    },
    { effects: 'read' },
  ).layer(
    retry({
      when: () => {
        throw new Error('when')
      },
    }),
  )
  await expect(failing.call(1, createContext())).rejects.toThrow('the real one')
})

function settled(stack: Service<unknown, unknown>): Promise<unknown> {
  return stack.call('x', createContext()).catch((error: unknown) => (error as Error).message)
}

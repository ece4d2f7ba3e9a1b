import { expect, expectTypeOf, test } from 'vitest'
import { pipe } from '../src/composition/pipe.js'
import { createTool } from '../src/create-tool.js'
import { timeout } from '../src/layers/timeout.js'
import { createToolbox } from '../src/runner.js'
import { type CallEvent } from '../src/call-event.js'
import { streamCall, type CallStream } from '../src/stream-call.js'
import { createFakeClock } from '../src/testing/fake-clock.js'
import { type RuntimeToolContext } from '../src/context.js'
import { part, read, spec } from './composition/parts.js'
import { deferred } from './deferred.js'

test('a call starts, its tool tells what it likes, and it finishes', async () => {
  const clock = createFakeClock()
  const talking = teller(async ({ dispatch }) => {
    await dispatch({ kind: 'progress', done: 1, total: 2, message: 'half' })
    await new Promise<void>((resolve) => void clock.after(30, resolve))
    await dispatch({ kind: 'output', chunk: 'a' })
    return 'done'
  })
  const stream = streamCall(talking, { id: 'c' }, { runId: 'run', clock })
  const events = all(stream)
  await clock.advance(30)
  const result = { kind: 'done', callId: 'c', tool: 'default:t', value: 'done' }
  const base = { runId: 'run', callId: 'c' }
  expect(await events).toEqual([
    { ...base, kind: 'started', name: undefined, sequence: 1, at: 0 },
    {
      ...base,
      kind: 'told',
      tool: 'default:t',
      event: { kind: 'progress', done: 1, total: 2, message: 'half' },
      sequence: 2,
      at: 0,
    },
    {
      ...base,
      kind: 'told',
      tool: 'default:t',
      event: { kind: 'output', chunk: 'a' },
      sequence: 3,
      at: 30,
    },
    { ...base, kind: 'finished', result, sequence: 4, at: 30 },
  ])
  expect(await stream.result).toEqual(result)
  expectTypeOf(stream).toEqualTypeOf<CallStream<string>>()
})

test.each<[string, (ctx: RuntimeToolContext) => Promise<string>, string]>([
  ['fails', () => Promise.reject(new Error('down')), 'failed'],
  ['hangs', () => new Promise(() => {}), 'failed'],
  [
    'throws at once',
    () => {
      throw new Error('down')
    },
    'failed',
  ],
])('a tool that %s has a last event all the same', async (_, run, kind) => {
  const clock = createFakeClock()
  const events = all(streamCall(teller(run).layer(timeout(10, { clock })), {}))
  await clock.advance(10)
  expect((await events).at(-1)).toMatchObject({ kind: 'finished', result: { kind } })
})

test('calls that never reach a tool, and callers that leave, have a last event too', async () => {
  const toolbox = createToolbox([teller(() => new Promise(() => {}))])
  const missing = await all(streamCall(toolbox, { name: 'nothing', id: 'm' }))
  expect(missing.map(({ kind }) => kind)).toEqual(['started', 'finished'])
  expect(missing[1]).toMatchObject({ callId: 'm', result: { kind: 'failed', callId: 'm' } })
  const controller = new AbortController()
  const left = all(streamCall(toolbox, { name: 't' }, { signal: controller.signal }))
  controller.abort()
  expect((await left).at(-1)).toMatchObject({ kind: 'finished', result: { kind: 'cancelled' } })
  const broken = { execute: () => Promise.reject(new Error('no toolbox')) }
  expect((await all(streamCall(broken, { name: 'x' }))).at(-1)).toMatchObject({
    result: { kind: 'failed', error: { code: 'toolbox.internal' } },
  })
})

test('nothing comes after the last event, however late a tool tells', async () => {
  const clock = createFakeClock()
  const late = deferred<void>()
  let tell: RuntimeToolContext['dispatch'] | undefined
  const talking = teller(async ({ dispatch }) => {
    tell = dispatch
    await late.promise
    return 'late'
  }).layer(timeout(10, { clock }))
  const events = all(streamCall(talking, {}))
  await clock.advance(10)
  void tell?.({ kind: 'too late' })
  late.resolve()
  expect((await events).map(({ kind }) => kind)).toEqual(['started', 'finished'])
})

test('parts of a composed tool tell under their own ids', async () => {
  const whole = pipe(
    spec,
    part('a', read, (text, { dispatch }) => {
      void dispatch({ kind: 'from a' })
      return text
    }),
    part('b', read, (text, { dispatch }) => {
      void dispatch({ kind: 'from b' })
      return text
    }),
  )
  const events = await all(streamCall(whole, { id: 'c', arguments: { text: '' } }))
  expect(events.map((event) => [event.callId, 'tool' in event ? event.tool : event.kind])).toEqual([
    ['c', 'started'],
    ['c.0', 'default:a'],
    ['c.1', 'default:b'],
    ['c', 'finished'],
  ])
})

test('a tool that waits goes no faster than it is read, and loses nothing', async () => {
  let told = 0
  const stream = streamCall(
    teller(async ({ dispatch }) => {
      for (; told < 100; told++) await dispatch({ kind: 'output', chunk: told })
      return 'done'
    }),
    {},
    { capacity: 4 },
  )
  const iterator = stream[Symbol.asyncIterator]()
  await iterator.next()
  await turn()
  expect(told).toBeLessThanOrEqual(8)
  const chunks = []
  for (;;) {
    const { value, done } = await iterator.next()
    if (done) break
    if (value.kind === 'told') chunks.push(value.event['chunk'])
    expect(told - chunks.length).toBeLessThanOrEqual(8)
  }
  expect(chunks).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

test('of a tool that does not wait so many events are kept and no more, and the loss is told', async () => {
  const stream = streamCall(
    teller(async ({ dispatch }) => {
      for (let index = 0; index < 100; index++) void dispatch({ kind: 'output', chunk: index })
      return 'done'
    }),
    {},
    { capacity: 4 },
  )
  await stream.result
  const events = await all(stream)
  expect(events.map(({ kind }) => kind)).toEqual([
    'started',
    ...Array.from({ length: 7 }, () => 'told'),
    'dropped',
    'finished',
  ])
  expect(events.at(-2)).toMatchObject({ count: 93 })
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
})

test('whether and how far the events are read does not change the call', async () => {
  const busy = () =>
    teller(async ({ dispatch }) => {
      for (let index = 0; index < 50; index++) await dispatch({ kind: 'output', chunk: index })
      return 'done'
    })
  const unread = streamCall(busy(), {}, { capacity: 1 })
  expect(await unread.result).toMatchObject({ value: 'done' })
  const halfRead = streamCall(busy(), {}, { capacity: 1 })
  for await (const event of halfRead) if (event.sequence === 3) break
  expect(await halfRead.result).toMatchObject({ value: 'done' })
  expect(() => halfRead[Symbol.asyncIterator]()).toThrow('can be read once')
  const left = streamCall(busy(), {}, { capacity: 4 })
  const iterator = left[Symbol.asyncIterator]()
  await iterator.return?.()
  expect(await left.result).toMatchObject({ value: 'done' })
  expect(() => left[Symbol.asyncIterator]()).toThrow('can be read once')
})

test('who leaves while the tool is silent does not wait for its next word', async () => {
  const answer = deferred<string>()
  const stream = streamCall(
    teller(() => answer.promise),
    {},
  )
  const iterator = stream[Symbol.asyncIterator]()
  expect(await iterator.next()).toMatchObject({ value: { kind: 'started' } })
  const next = iterator.next()
  await iterator.return?.()
  expect(await next).toEqual({ done: true, value: undefined })
  answer.resolve('done')
  expect(await stream.result).toMatchObject({ value: 'done' })
})

test('what was told stays as it was, whatever its tool does with it afterwards', async () => {
  const counting = teller(async ({ dispatch }) => {
    const event = { kind: 'progress', done: 0 }
    for (event.done = 1; event.done <= 3; event.done++) void dispatch(event)
    return 'done'
  })
  const told = (await all(streamCall(counting, {}))).flatMap((event) =>
    event.kind === 'told' ? event.event['done'] : [],
  )
  expect(told).toEqual([1, 2, 3])
})

test('a listener that throws, rejects or never ends changes nothing', async () => {
  const run = ({ dispatch }: RuntimeToolContext) =>
    Promise.resolve(dispatch({ kind: 'x' })).then(() => 'done')
  const boom = () => {
    throw new Error('boom')
  }
  for (const onEvent of [boom, () => Promise.reject(new Error('boom'))]) {
    expect(await teller(run).execute({}, { onEvent })).toMatchObject({ value: 'done' })
    const stream = streamCall(teller(run), {}, { onEvent })
    expect((await all(stream)).map(({ kind }) => kind)).toEqual(['started', 'told', 'finished'])
  }
  const clock = createFakeClock()
  const held = teller(run)
    .layer(timeout(10, { clock }))
    .execute({}, { onEvent: () => new Promise(() => {}) })
  await clock.advance(10)
  expect(await held).toMatchObject({ kind: 'failed', error: { code: 'toolbox.timeout' } })
})

test('a tool that waits for a listener is let go when nobody waits for it any more', async () => {
  const clock = createFakeClock()
  let isFree = false
  const waiting = teller(async ({ dispatch }) => {
    await dispatch({ kind: 'x' })
    isFree = true
    return 'late'
  }).layer(timeout(10, { clock }))
  const call = waiting.execute({}, { onEvent: () => new Promise(() => {}) })
  await clock.advance(10)
  await call
  expect(isFree).toBe(true)
})

test.each([0, 1.5, Number.NaN])('a capacity of %s is refused', (capacity) => {
  expect(() =>
    streamCall(
      teller(async () => 'x'),
      {},
      { capacity },
    ),
  ).toThrow('capacity')
})

function teller(run: (ctx: RuntimeToolContext) => Promise<string>) {
  return createTool({
    name: 't',
    description: 'Tells.',
    risk: { effects: 'read' },
    run: (_, ctx) => run(ctx),
  })
}

async function all<Output>(stream: CallStream<Output>): Promise<Array<CallEvent<Output>>> {
  const events = []
  for await (const event of stream) events.push(event)
  return events
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

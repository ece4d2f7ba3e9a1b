import { stop } from '@armorer/core'
import { expect, test } from 'vitest'
import { createTool } from '../src/create-tool.js'
import { timeout } from '../src/layers/timeout.js'
import { createToolbox } from '../src/runner.js'
import { type ToolCall } from '../src/tool.js'
import { deferred } from './deferred.js'
import { double, fail, write } from './small-tools.js'

test('every call of a batch gets one result, in its place, whatever happens', async () => {
  const toolbox = createToolbox([double, fail, write])
  const junk: unknown[] = [
    { id: '1', name: 'double', arguments: '{"n":1}' },
    { id: '2', name: 'fail' },
    { id: '3', name: 'nobody' },
    { id: '4', name: '__proto__' },
    { id: '5', name: 'a:b:c' },
    null,
    'text',
    { id: '8' },
    { id: '9', name: 'double', arguments: 'not json' },
    { id: '10', name: '' },
    { id: '11', name: 'write' },
  ]
  const results = await toolbox.execute(junk as ToolCall[])
  expect(results.map(({ kind }) => kind)).toEqual([
    'done',
    'failed',
    'failed',
    'failed',
    'failed',
    'failed',
    'failed',
    'failed',
    'failed',
    'failed',
    'done',
  ])
  expect(results.map((result) => ('error' in result ? result.error.code : ''))).toEqual([
    '',
    'tool.default.fail.internal',
    'toolbox.not_found',
    'toolbox.not_found',
    'toolbox.not_found',
    'toolbox.invalid_call',
    'toolbox.invalid_call',
    'toolbox.invalid_call',
    'toolbox.invalid_input',
    'toolbox.not_found',
    '',
  ])
  expect(results.filter(({ callId }) => callId === '')).toEqual([])
})

test('sequential calls run one after the other; with failFast the rest is not made', async () => {
  const order: string[] = []
  const step = (name: string, run: () => unknown = () => 1) =>
    createTool({
      name,
      description: 'Step.',
      risk: { effects: 'read' },
      run: () => {
        order.push(name)
        return run()
      },
    })
  const toolbox = createToolbox([
    step('a'),
    step('b', () => {
      throw new Error('no')
    }),
    step('c'),
  ])
  const calls = ['a', 'b', 'c'].map((name) => ({ id: name, name }))

  const all = await toolbox.execute(calls, { mode: 'sequential' })
  expect([order.splice(0), all.map(({ kind }) => kind)]).toEqual([
    ['a', 'b', 'c'],
    ['done', 'failed', 'done'],
  ])
  const some = await toolbox.execute(calls, { mode: 'sequential', errorMode: 'failFast' })
  expect([order, some.map(({ kind }) => kind), some.map(({ callId }) => callId)]).toEqual([
    ['a', 'b'],
    ['done', 'failed', 'cancelled'],
    ['a', 'b', 'c'],
  ])
})

test('with failFast what is under way is told to stop', async () => {
  let told = false
  const slow = createTool({
    name: 'slow',
    description: 'Slow.',
    risk: { effects: 'read' },
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          told = true
          reject(new Error('stopped'))
        })
      }),
  })
  const results = await createToolbox([slow, fail]).execute([{ name: 'slow' }, { name: 'fail' }], {
    errorMode: 'failFast',
  })
  expect(results.map(({ kind }) => kind)).toEqual(['cancelled', 'failed'])
  expect(told).toBe(true)
})

test('a batch runs no more at once than it may', async () => {
  let running = 0
  let most = 0
  const tool = createTool({
    name: 't',
    description: 'T.',
    risk: { effects: 'read' },
    run: async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => {
        setTimeout(resolve, 1)
      })
      running -= 1
    },
  })
  const calls = Array.from({ length: 20 }, (_, index) => ({ id: String(index), name: 't' }))
  const results = await createToolbox([tool]).execute(calls, { concurrency: 3 })
  expect([most, results.map(({ callId }) => callId)]).toEqual([3, calls.map(({ id }) => id)])
})

test('a deadline and a signal hold for handlers that ignore them', async () => {
  const deaf = createTool({
    name: 'deaf',
    description: 'Deaf.',
    risk: { effects: 'read' },
    run: () => new Promise(() => {}),
  })
  const deafWrite = createTool({
    name: 'deaf_write',
    description: 'Deaf.',
    risk: { effects: 'write' },
    run: () => new Promise(() => {}),
  })
  const toolbox = createToolbox([deaf, deafWrite])
  const soon = { deadline: Date.now() + 20 }
  expect(await toolbox.execute({ name: 'deaf' }, soon)).toMatchObject({ kind: 'cancelled' })
  expect(
    await toolbox.execute({ name: 'deaf_write' }, { signal: AbortSignal.timeout(10) }),
  ).toMatchObject({ kind: 'unknown' })
})

test('a call that is cancelled before it began does not begin', async () => {
  let ran = 0
  const tool = createTool({
    name: 't',
    description: 'T.',
    risk: { effects: 'write' },
    run: () => ++ran,
  })
  const result = await createToolbox([tool]).execute({ name: 't' }, { signal: AbortSignal.abort() })
  expect([result.kind, ran]).toEqual(['cancelled', 0])
})

test('what nobody waited for is waited for by drain', async () => {
  const { promise, resolve } = deferred<void>()
  const tool = createTool({
    name: 't',
    description: 'T.',
    risk: { effects: 'write' },
    run: () => promise,
  }).layer(timeout(5))
  const toolbox = createToolbox([tool])
  expect(await toolbox.execute({ name: 't' })).toMatchObject({ kind: 'unknown' })
  let drained = false
  const drain = toolbox.drain().then(() => (drained = true))
  await new Promise((done) => {
    setTimeout(done, 5)
  })
  expect(drained).toBe(false)
  resolve()
  await drain
})

test('failFast hears the caller too, and a duplicate or a rehearsal is no failure', async () => {
  const controller = new AbortController()
  const slow = createTool({
    name: 'slow',
    description: 'Slow.',
    risk: { effects: 'read' },
    run: () => new Promise(() => {}),
  })
  const again = createTool({
    name: 'again',
    description: 'Again.',
    risk: { effects: 'read' },
    run: () => {
      throw stop({ kind: 'duplicate', value: 1 }, 'done before')
    },
  })
  const toolbox = createToolbox([slow, again, double])
  const batch = toolbox.execute([{ name: 'slow' }], {
    errorMode: 'failFast',
    signal: controller.signal,
  })
  controller.abort()
  expect(await batch).toMatchObject([{ kind: 'cancelled' }])
  const calls: ToolCall[] = [{ name: 'again' }, { name: 'double', arguments: { n: 2 } }]
  expect(await toolbox.execute(calls, { errorMode: 'failFast', mode: 'sequential' })).toMatchObject(
    [{ kind: 'duplicate' }, { kind: 'done' }],
  )
})

test('many calls of a batch listen to the caller’s signal as one', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const { addEventListener } = signal
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners += 1
    return addEventListener.apply(signal, args)
  }
  const calls = Array.from({ length: 50 }, () => ({ name: 'double', arguments: { n: 1 } }))
  await createToolbox([double]).execute(calls, { signal })
  expect(listeners).toBe(1)
})

test('what is late is told to the caller and waited for by drain', async () => {
  const { promise, resolve } = deferred<void>()
  const late: unknown[] = []
  const toolbox = createToolbox([
    createTool({ name: 't', description: 'T.', risk: { effects: 'write' }, run: () => promise }),
  ])
  await toolbox.execute(
    { name: 't' },
    { signal: AbortSignal.timeout(5), onLate: (work) => late.push(work) },
  )
  let drained = false
  const drain = toolbox.drain().then(() => (drained = true))
  await new Promise((done) => {
    setTimeout(done, 5)
  })
  expect([late.length, drained]).toEqual([1, false])
  resolve()
  await drain
})

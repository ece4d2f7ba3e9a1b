import { defineTool, hasRisk, not, type RegistryWarning } from '@armorer/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { combineToolboxes } from '../src/combine-runners.js'
import { createTool } from '../src/create-tool.js'
import { timeout } from '../src/layers/timeout.js'
import { createRunner, createToolbox } from '../src/runner.js'
import { scriptedTool } from '../src/testing/scripted-tool.js'
import { type AnyTool, type ToolCall } from '../src/tool.js'
import { deferred } from './deferred.js'

const double = createTool({
  name: 'double',
  description: 'Doubles.',
  input: z.object({ n: z.number() }),
  risk: { effects: 'read' },
  run: ({ n }) => n * 2,
})
const fail = createTool({
  name: 'fail',
  description: 'Fails.',
  risk: { effects: 'read' },
  run: () => Promise.reject(new Error('down')),
})
const write = createTool({
  name: 'write',
  description: 'Writes.',
  risk: { effects: 'write' },
  run: () => 'written',
})

test('a name becomes a tool, and the call its result', async () => {
  const toolbox = createToolbox([double, fail])
  const result = await toolbox.execute({ id: 'c1', name: 'double', arguments: { n: 4 } })
  expect(result).toEqual({ kind: 'done', callId: 'c1', tool: 'default:double', value: 8 })
  expect(createRunner).toBe(createToolbox)
})

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

test('a read-only toolbox runs no write, and what says nothing of itself is one', async () => {
  const silent = createTool({ name: 'silent', description: 'Silent.', run: () => 1 })
  const toolbox = createToolbox([double, write, silent], { readOnly: true })
  expect(await toolbox.execute({ name: 'double', arguments: { n: 1 } })).toMatchObject({
    kind: 'done',
  })
  for (const name of ['write', 'silent'] as const) {
    expect(await toolbox.execute({ name })).toMatchObject({
      kind: 'denied',
      error: { code: 'toolbox.read_only' },
    })
  }
})

test('what a toolbox does not allow, it does not run', async () => {
  const shell = createTool({
    name: 'shell',
    description: 'Shell.',
    risk: { effects: 'read', systemAccess: true },
    run: () => 1,
  })
  const toolbox = createToolbox([shell, double], { allow: not(hasRisk({ systemAccess: true })) })
  expect(await toolbox.execute({ name: 'shell' })).toMatchObject({
    kind: 'denied',
    error: { code: 'toolbox.not_allowed' },
  })
})

test('together, toolboxes allow no more than apart', async () => {
  const strict = createToolbox([write], { readOnly: true })
  const open = createToolbox([double])
  const both = combineToolboxes([strict, open])
  expect(await both.execute({ name: 'write' })).toMatchObject({ kind: 'denied' })
  expect(await both.execute({ name: 'double', arguments: { n: 2 } })).toMatchObject({
    kind: 'done',
    value: 4,
  })
  expect(
    await combineToolboxes([both, createToolbox([fail])]).execute({ name: 'write' }),
  ).toMatchObject({ kind: 'denied' })
})

test('tools come and go, and a batch that is under way keeps its own', async () => {
  const { promise, resolve } = deferred<string>()
  const toolbox = createToolbox<AnyTool[]>([
    createTool({
      name: 'slow',
      description: 'Slow.',
      risk: { effects: 'read' },
      run: () => promise,
    }),
    double,
  ])
  const batch = toolbox.execute([{ name: 'slow' }, { name: 'double', arguments: { n: 3 } }], {
    mode: 'sequential',
  })
  expect(toolbox.unregister('default:double')).toBe(true)
  expect(await toolbox.execute({ name: 'double', arguments: { n: 3 } })).toMatchObject({
    kind: 'failed',
    error: { code: 'toolbox.not_found' },
  })
  resolve('slow')
  expect((await batch).map(({ kind }) => kind)).toEqual(['done', 'done'])

  toolbox.register(double, { aliases: ['twice'] })
  expect(await toolbox.execute({ name: 'twice', arguments: { n: 1 } })).toMatchObject({
    kind: 'done',
    value: 2,
  })
  expect(() => toolbox.register(double)).toThrow('registered already')
  expect([toolbox.size, toolbox.find('twice')?.name, toolbox.find('nobody')]).toEqual([
    2,
    'double',
    undefined,
  ])
})

test('names that are ambiguous, or mean something deprecated, are warned of', async () => {
  const warnings: RegistryWarning[] = []
  const make = (identity: string, deprecated = false) =>
    createTool({
      identity,
      description: 'X.',
      risk: { effects: 'read' },
      lifecycle: { deprecated },
      run: () => identity,
    })
  const toolbox = createToolbox([make('a:x'), make('b:x'), make('a:old', true)], {
    onWarning: (warning) => warnings.push(warning),
  })
  expect(await toolbox.execute({ name: 'x' })).toMatchObject({ value: 'a:x' })
  expect(await toolbox.execute({ name: 'old' })).toMatchObject({ value: 'a:old' })
  expect(await toolbox.execute({ name: 'old' })).toMatchObject({ value: 'a:old' })
  expect(warnings.map(({ kind }) => kind)).toEqual(['ambiguous_name', 'deprecated', 'deprecated'])
})

test('a plain JSON Schema without anyone to check it is refused at registration', async () => {
  const plain = createTool({
    name: 'plain',
    description: 'Plain.',
    input: { type: 'object' },
    risk: { effects: 'read' },
    run: () => 1,
  }).layer(timeout(100))
  expect(() => createToolbox([plain])).toThrow('pass jsonSchemaValidator')
  const toolbox = createToolbox([plain], { jsonSchemaValidator: () => (value) => ({ value }) })
  expect(await toolbox.execute({ name: 'plain', arguments: {} })).toMatchObject({ kind: 'done' })
  expect(toolbox.find('plain')?.stack()).toEqual(['timeout', 'default:plain'])
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

test('a toolbox lists and searches what it holds', () => {
  const toolbox = createToolbox([double, write])
  expect(toolbox.list().map(({ id }) => id)).toEqual(['default:double', 'default:write'])
  expect(toolbox.search('doubles')).toMatchObject({ kind: 'found' })
  expect(toolbox.entries()).toHaveLength(2)
})

test('a description alone cannot be put into a toolbox', () => {
  const described: unknown = defineTool({ name: 'x', description: 'X.' })
  expect(() => createToolbox([described as AnyTool])).toThrow('must be a tool that can run')
})

test('a layered tool runs each of its layers once in a toolbox', async () => {
  const tool = scriptedTool('s', ['one', 'two'])
  const toolbox = createToolbox([tool])
  expect(await toolbox.execute({ name: 's', arguments: { a: 1 } })).toMatchObject({ value: 'one' })
  expect(tool.inputs).toEqual([{ a: 1 }])
})

import { defineTool, type RegistryWarning } from '@armorer/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTool } from '../src/create-tool.js'
import { concurrency } from '../src/layers/concurrency.js'
import { tap } from '../src/layers/tap.js'
import { timeout } from '../src/layers/timeout.js'
import { createRunner, createToolbox } from '../src/runner.js'
import { createRecordingLogger } from '../src/testing/recording-logger.js'
import { type AnyTool } from '../src/tool.js'
import { deferred } from './deferred.js'
import { double, fail, write } from './small-tools.js'

test('a name becomes a tool, and the call its result', async () => {
  const toolbox = createToolbox([double, fail])
  const result = await toolbox.execute({ id: 'c1', name: 'double', arguments: { n: 4 } })
  expect(result).toEqual({ kind: 'done', callId: 'c1', tool: 'default:double', value: 8 })
  expect(createRunner).toBe(createToolbox)
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
  expect(await toolbox.execute({ name: 'slwo' })).toMatchObject({
    error: { message: 'no tool is registered as default:slwo; did you mean default:slow?' },
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

test('what a toolbox was told of a call reaches the handler through every layer', async () => {
  const tool = createTool({
    name: 'knows',
    description: 'Knows.',
    risk: { effects: 'read' },
    run: (_, { principal, account, labels, permit, idempotencyKey, logger, toolCall, callId }) => ({
      principal,
      account,
      labels,
      permit,
      idempotencyKey,
      logged: logger !== undefined,
      toolCall,
      callId,
    }),
  })
    .layer(timeout(1_000))
    .layer(concurrency(2))
  const toolbox = createToolbox<AnyTool[]>([])
  toolbox.register(tool, { aliases: ['alias'] })
  const principal = { kind: 'loop', id: 'l' } as const
  const options = {
    principal,
    account: 'a',
    labels: ['untrusted'],
    permit: 'p',
    idempotencyKey: 'k',
    logger: createRecordingLogger(),
  }
  expect(await toolbox.execute({ id: 'c', name: 'alias' }, options)).toMatchObject({
    value: {
      principal,
      account: 'a',
      labels: ['untrusted'],
      permit: 'p',
      idempotencyKey: 'k',
      logged: true,
      callId: 'c',
      toolCall: { id: 'c', tool: 'default:knows', name: 'alias' },
    },
  })
})

test('layers of a tool run once each in a toolbox, and their state is the tool’s', async () => {
  let passes = 0
  const tool = double.layer(
    tap({
      onCall: () => {
        passes += 1
      },
    }),
  )
  const [one, other] = [createToolbox([tool]), createToolbox([tool])]
  await one.execute({ name: 'double', arguments: { n: 1 } })
  expect(passes).toBe(1)
  expect(one.find('double')).toBe(tool)
  expect(other.find('double')).toBe(tool)
})

test('names that are none find nothing, and a listener to warnings breaks no call', async () => {
  const make = (identity: string) =>
    createTool({ identity, description: 'X.', risk: { effects: 'read' }, run: () => identity })
  const toolbox = createToolbox([make('a:x'), make('b:x')], {
    onWarning: () => {
      throw new Error('a bad listener')
    },
  })
  expect(toolbox.find('a:b:c')).toBeUndefined()
  expect(await toolbox.execute({ name: 'x' })).toMatchObject({ kind: 'done' })
})

test('a tool whose input JSON cannot say still runs', async () => {
  const at = createTool({
    name: 'at',
    description: 'At.',
    input: z.object({ when: z.date() }),
    risk: { effects: 'read' },
    run: ({ when }) => when.getTime(),
  })
  expect(
    await createToolbox([at]).execute({ name: 'at', arguments: { when: new Date(5) } }),
  ).toMatchObject({ value: 5 })
  expect(
    await createToolbox([at]).execute({ name: 'at', arguments: '{"when":"today"}' }),
  ).toMatchObject({ kind: 'failed', error: { details: { raw: '{"when":"today"}' } } })
})

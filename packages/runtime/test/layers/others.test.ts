import {
  allow,
  askApproval,
  askInput,
  deny,
  rehearse,
  type Decision,
  type Span,
  type Tracer,
} from '@armorer/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createContext } from '../../src/create-context.js'
import { createTool } from '../../src/create-tool.js'
import { approval } from '../../src/layers/approval.js'
import { concurrency } from '../../src/layers/concurrency.js'
import { log } from '../../src/layers/log.js'
import { tap } from '../../src/layers/tap.js'
import { trace } from '../../src/layers/trace.js'
import { service } from '../../src/service.js'
import { createRecordingLogger } from '../../src/testing/recording-logger.js'
import { script } from '../../src/testing/script.js'

test('concurrency lets so many through, and the rest in the order they came', async () => {
  const gates: Array<() => void> = []
  const started: string[] = []
  const limited = service(
    (name: string) => {
      started.push(name)
      return new Promise<string>((resolve) => gates.push(() => resolve(name)))
    },
    { effects: 'read' },
  ).layer(concurrency(2))
  const calls = ['a', 'b', 'c', 'd'].map((name) => limited.call(name, createContext()))
  expect(started).toEqual(['a', 'b'])
  gates[1]?.()
  await calls[1]
  await Promise.resolve()
  expect(started).toEqual(['a', 'b', 'c'])
  for (const open of gates) open()
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  for (const open of gates) open()
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd'])
})

test('who is cancelled while waiting leaves the queue, and takes no place', async () => {
  let open = () => {}
  const limited = service(
    (name: string) =>
      name === 'a'
        ? new Promise<string>((resolve) => {
            open = () => resolve('a')
          })
        : name,
    { effects: 'read' },
  ).layer(concurrency(1))
  const first = limited.call('a', createContext())
  const ctx = createContext()
  const second = limited.call('b', ctx)
  const third = limited.call('c', createContext())
  ctx.cancel('gone')
  await expect(second).rejects.toMatchObject({ code: 'toolbox.cancelled' })
  open()
  expect(await Promise.all([first, third])).toEqual(['a', 'c'])
})

test.each([0, -1, 1.5, Number.NaN])('concurrency(%s) is refused', (max) => {
  expect(() => service(async () => 1).layer(concurrency(max))).toThrow(
    'concurrency takes a whole number',
  )
})

test.each<[Decision, string, object]>([
  [deny('too late', 'hours'), 'denied', { rule: 'hours', error: { message: 'too late' } }],
  [askApproval('a link'), 'pending', { asks: [{ for: 'approval', message: 'a link' }] }],
  [askInput('which day?', { type: 'string' }), 'pending', { asks: [{ for: 'input' }] }],
  [rehearse('rehearsal'), 'dry_run', {}],
  [{ kind: 'perhaps' } as unknown as Decision, 'denied', {}],
  [undefined as unknown as Decision, 'failed', {}],
])('an approver’s %j stops the call', async (decision, kind, more) => {
  let ran = 0
  const tool = createTool({
    name: 'w',
    description: 'W.',
    risk: { effects: 'write' },
    run: () => ++ran,
  }).layer(approval(() => decision))
  expect(await tool.execute({ id: 'c' })).toMatchObject({ kind, ...more })
  await expect(tool({})).rejects.toMatchObject({ name: 'ToolError' })
  expect(ran).toBe(0)
})

test('an approver that fails has not allowed it', async () => {
  let ran = 0
  const tool = createTool({
    name: 'w',
    description: 'W.',
    risk: { effects: 'write' },
    run: () => ++ran,
  }).layer(approval(() => Promise.reject(new Error('no connection'))))
  expect(await tool.execute({})).toMatchObject({ kind: 'failed' })
  expect(ran).toBe(0)
  expect(await tool.layer(approval(() => allow)).execute({})).toMatchObject({ kind: 'failed' })
})

test('a watcher sees everything and changes nothing', async () => {
  const seen: unknown[] = []
  const stack = script(['pong', new Error('down')]).layer(
    tap({
      onCall: (request) => {
        seen.push(request)
        throw new Error('a bad watcher')
      },
      onDone: (response) => {
        seen.push(response)
        throw new Error('a bad watcher')
      },
      onError: (error) => {
        seen.push(String(error))
        throw new Error('a bad watcher')
      },
    }),
  )
  expect(await stack.call('ping', createContext())).toBe('pong')
  await expect(stack.call('ping', createContext())).rejects.toThrow('down')
  expect(seen).toEqual(['ping', 'pong', 'ping', 'Error: down'])
})

test('a log says how a call ended, and neither what went in nor what came out', async () => {
  const logger = createRecordingLogger()
  const tool = createTool({
    name: 't',
    description: 'T.',
    run: (_, ctx) => {
      if (ctx.callId === 'bad') throw new Error('down')
      return 'secret'
    },
  }).layer(log(logger))
  await tool.execute({ id: 'good' })
  await tool.execute({ id: 'bad' })
  await tool
    .layer(approval(() => deny('no')))
    .layer(log(logger))
    .execute({ id: 'ugly' })
  expect(logger.lines).toMatchObject([
    { level: 'info', message: 'call done', fields: { name: 't', callId: 'good' } },
    { level: 'warn', message: 'call failed', fields: { callId: 'bad', message: 'down' } },
    { level: 'info', message: 'call denied', fields: { callId: 'ugly', code: 'toolbox.denied' } },
  ])
  expect(JSON.stringify(logger.lines)).not.toContain('secret')
})

test('a span is opened and closed around each call', async () => {
  const spans: string[] = []
  const tracer: Tracer = {
    startSpan(name, { attributes } = {}) {
      spans.push(`${name} ${attributes?.['gen_ai.tool.call.id']}`)
      const span: Span = {
        setAttributes: () => {},
        recordError: (error) => spans.push(String(error)),
        end: () => spans.push('end'),
      }
      return span
    },
  }
  const tool = createTool({
    name: 't',
    description: 'T.',
    run: (_, ctx) => {
      if (ctx.callId === 'b') throw new Error('down')
    },
  }).layer(trace(tracer))
  await tool.execute({ id: 'a' })
  await tool.execute({ id: 'b' })
  expect(spans).toEqual(['execute_tool t a', 'end', 'execute_tool t b', 'Error: down', 'end'])
})

test('a rehearsal shows what would have been done, where the tool can tell', async () => {
  const tool = createTool({
    name: 'post',
    description: 'Posts.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write' },
    preview: ({ text }) => ({ would: 'post', text }),
    run: () => 'posted',
  }).layer(
    approval(({ input }) => (JSON.stringify(input).includes('real') ? allow : rehearse('dry'))),
  )
  expect(await tool.execute({ arguments: { text: 'gm' } })).toMatchObject({
    kind: 'dry_run',
    preview: { would: 'post', text: 'gm' },
  })
  expect(await tool.execute({ arguments: { text: 'for real' } })).toMatchObject({
    kind: 'done',
    value: 'posted',
  })
})

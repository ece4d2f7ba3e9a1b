import { AsyncLocalStorage } from 'node:async_hooks'
import {
  context,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type Meter,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { deny } from '@armorer/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approval } from '../../src/layers/approval.js'
import { metrics } from '../../src/layers/metrics.js'
import { trace as traced } from '../../src/layers/trace.js'
import { openTelemetry } from '../../src/opentelemetry/open-telemetry.js'
import { openTelemetryMetrics } from '../../src/opentelemetry/open-telemetry-metrics.js'
import { openTelemetryTracer } from '../../src/opentelemetry/open-telemetry-tracer.js'
import { readTool, writeTool } from '../small-tools.js'

// What the SDK would bring: a context that follows a call through its awaits.
beforeAll(() => {
  const store = new AsyncLocalStorage<Context>()
  context.setGlobalContextManager({
    active: () => store.getStore() ?? ROOT_CONTEXT,
    with: (ctx, act, self, ...args) => store.run(ctx, () => act.apply(self, args)),
    bind: (_, target) => target,
    enable() {
      return this
    },
    disable() {
      return this
    },
  })
})
afterAll(() => context.disable())

test('a span bears the names of the conventions, and is active while the tool runs', async () => {
  const { tracer, spans } = recording()
  const tool = readTool(async () => {
    await Promise.resolve()
    tracer.startSpan('fetch', {}, context.active()).end()
    return 1
  }).layer(openTelemetry(tracer))
  await tool.execute({ id: 'c' }, { runId: 'run' })
  expect(spans).toEqual([
    {
      name: 'execute_tool r',
      parent: undefined,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'r',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': 'c',
        'gen_ai.conversation.id': 'run',
        'armorer.tool.id': 'default:r',
      },
      status: undefined,
      ended: 1,
    },
    { name: 'fetch', parent: 'execute_tool r', attributes: {}, status: undefined, ended: 1 },
  ])
})

test('a failure is told by its code alone, and a decision is no failure', async () => {
  const { tracer, spans } = recording()
  const layer = openTelemetry(tracer)
  await readTool(() => Promise.reject(new Error('the secret is 42')))
    .layer(layer)
    .execute({})
  await writeTool(() => 1)
    .layer(approval(() => deny('no')))
    .layer(layer)
    .execute({})
  await writeTool(() => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET' })))
    .layer(layer)
    .execute({})
  expect(
    spans.map(({ attributes, status, ended }) => [
      attributes['error.type'],
      attributes['armorer.outcome'],
      status,
      ended,
    ]),
  ).toEqual([
    ['toolbox.internal', undefined, 'toolbox.internal', 1],
    [undefined, 'denied', undefined, 1],
    ['ECONNRESET', 'unknown', 'ECONNRESET', 1],
  ])
  expect(JSON.stringify(spans)).not.toContain('secret')
})

test('a tracer that fails calls the tool once and changes nothing', async () => {
  const boom = () => {
    throw new Error('boom')
  }
  let calls = 0
  const broken = { startSpan: boom } as unknown as Tracer
  const halfBroken = {
    startSpan: () => ({
      ...trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: 0 }),
      end: boom,
    }),
  } as unknown as Tracer
  for (const tracer of [broken, halfBroken]) {
    expect(await readTool(() => ++calls).layer(openTelemetry(tracer))({})).toBe(calls)
  }
  expect(calls).toBe(2)
})

test('handlers and trace use the same tracer, with parents', async () => {
  const { tracer, spans } = recording()
  const bridged = openTelemetryTracer(tracer)
  const outer = bridged.startSpan('outer', { attributes: { a: 1 } })
  const inner = bridged.startSpan('inner', { parent: outer })
  inner.setAttributes({ b: true })
  inner.recordError(new Error('the secret is 42'))
  inner.end()
  outer.end()
  await readTool(() => 1).layer(traced(bridged))({})
  expect(spans).toMatchObject([
    { name: 'outer', attributes: { a: 1 }, ended: 1 },
    { name: 'inner', parent: 'outer', attributes: { b: true }, status: 'toolbox.internal' },
    { name: 'execute_tool r', ended: 1 },
  ])
  expect(JSON.stringify(spans)).not.toContain('secret')
})

test('durations are recorded in seconds, by tool and outcome', async () => {
  const seen: unknown[] = []
  const meter = {
    createHistogram: (name: string, options: object) => ({
      record: (value: number, attributes: Attributes) =>
        seen.push({ name, options, isSeconds: value < 1, attributes }),
    }),
  } as unknown as Meter
  const layer = metrics(openTelemetryMetrics(meter))
  await readTool(() => 1).layer(layer)({})
  await readTool(() => Promise.reject(new Error('down')))
    .layer(layer)
    .execute({})
  expect(seen).toMatchObject([
    {
      name: 'gen_ai.client.operation.duration',
      options: {
        unit: 's',
        advice: { explicitBucketBoundaries: expect.arrayContaining([0.01, 81.92]) },
      },
      isSeconds: true,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'r',
        'armorer.outcome': 'done',
      },
    },
    { attributes: { 'armorer.outcome': 'failed', 'error.type': 'internal' } },
  ])
})

interface Recorded {
  readonly name: string
  readonly parent: string | undefined
  readonly attributes: Attributes
  status: string | undefined
  ended: number
}

function recording() {
  const spans: Recorded[] = []
  const names = new Map<string, string>()
  const tracer = {
    startSpan(
      name: string,
      { attributes = {} }: { attributes?: Attributes },
      around: Context,
    ): Span {
      const outer = trace.getSpanContext(around)
      const spanId = String(spans.length + 1).padStart(16, '0')
      const made: Recorded = {
        name,
        parent: outer && names.get(outer.spanId),
        attributes: { ...attributes },
        status: undefined,
        ended: 0,
      }
      spans.push(made)
      names.set(spanId, name)
      const span = {
        spanContext: () => ({ traceId: '1'.padStart(32, '0'), spanId, traceFlags: 1 }),
        setAttribute(key: string, value: never) {
          made.attributes[key] = value
          return span
        },
        setAttributes(more: Attributes) {
          Object.assign(made.attributes, more)
          return span
        },
        setStatus({ message }: { message?: string }) {
          made.status = message
          return span
        },
        end() {
          made.ended += 1
        },
      }
      return span as unknown as Span
    },
  } as unknown as Tracer
  return { tracer, spans }
}

import { createToolError, type RiskSpec, type ToolError, stop } from '@armorer/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTool } from '../src/create-tool.js'
import { isRunnableTool } from '../src/is-runnable-tool.js'
import { lazy } from '../src/lazy.js'
import { approval } from '../src/layers/approval.js'
import { timeout } from '../src/layers/timeout.js'
import { recommended } from '../src/recommended.js'
import { autoApprover } from '../src/testing/auto-approver.js'
import { type JsonSchemaValidator } from '../src/validate.js'

const weather = createTool({
  identity: 'demo:weather@1.0.0',
  description: 'The weather in a city.',
  input: z.object({ city: z.string().min(1), days: z.number().int().default(1) }),
  output: z.object({ city: z.string(), sunny: z.boolean() }),
  risk: { effects: 'read' },
  run: ({ city, days }) => ({ city, sunny: days > 0 }),
})

test('a tool is called as a function, by call, and by execute', async () => {
  const expected = { city: 'Vienna', sunny: true }
  expect(await weather({ city: 'Vienna' })).toEqual(expected)
  expect(await weather.call({ city: 'Vienna' })).toEqual(expected)
  expect(await weather.execute({ id: 'c1', arguments: { city: 'Vienna' } })).toEqual({
    kind: 'done',
    callId: 'c1',
    tool: 'demo:weather@1.0.0',
    value: expected,
  })
  expect([
    weather.name,
    weather.id,
    isRunnableTool(weather),
    isRunnableTool(weather.definition),
  ]).toEqual(['weather', 'demo:weather@1.0.0', true, false])
})

test('what a model writes as text is read', async () => {
  expect(await weather.execute({ arguments: '{"city":"Vienna"}' })).toMatchObject({ kind: 'done' })
})

test('text that is not JSON, or misses the schema, is a result from which a model can correct itself', async () => {
  const broken = await weather.execute({ id: 'c1', arguments: '{"city": Vienna' })
  expect(broken).toMatchObject({
    kind: 'failed',
    error: {
      category: 'validation',
      code: 'toolbox.invalid_input',
      details: { raw: '{"city": Vienna' },
    },
  })
  const short = await weather.execute({ arguments: '{"days":1.5}' })
  expect(short).toMatchObject({
    kind: 'failed',
    error: {
      details: {
        issues: [{ path: 'city' }, { path: 'days' }],
        schema: { properties: { city: { type: 'string', minLength: 1 } } },
      },
    },
  })
})

test('a direct call throws typed errors', async () => {
  // @ts-expect-error the compiler says so first
  await expect(weather({ town: 'Vienna' })).rejects.toMatchObject({ code: 'toolbox.invalid_input' })
  const failing = createTool({
    name: 'f',
    description: 'F.',
    run: () => Promise.reject(new Error('no')),
  })
  await expect(failing({})).rejects.toMatchObject({
    name: 'ToolError',
    code: 'tool.default.f.internal',
    message: 'no',
  })
})

test('an output that its schema refuses is an error, and of a write nobody says that it was not done', async () => {
  const liar = (risk: RiskSpec) =>
    createTool({
      name: 'liar',
      description: 'Lies.',
      output: z.object({ n: z.number() }),
      risk,
      run: (): { n: number } => JSON.parse('{"n":"one"}') as { n: number },
    })
  const error = { code: 'toolbox.invalid_output', retryable: false }
  expect(await liar({ effects: 'read' }).execute({})).toMatchObject({ kind: 'failed', error })
  expect(await liar({ effects: 'write' }).execute({})).toMatchObject({ kind: 'unknown', error })
})

test('parameters that look like a call are parameters', async () => {
  const odd = createTool({
    name: 'odd',
    description: 'Odd.',
    input: z.object({ id: z.string(), name: z.string(), arguments: z.string() }),
    run: (input) => input,
  })
  const args = { id: 'a', name: 'odd', arguments: 'b' }
  expect(await odd(args)).toEqual(args)
})

test('the input is checked once, whatever the layers', async () => {
  let checks = 0
  const counted = createTool({
    name: 'counted',
    description: 'Counts.',
    input: z.object({ n: z.number() }).refine(() => ++checks > 0),
    risk: { effects: 'read' },
    run: ({ n }) => n,
  })
  await recommended(counted).layer(timeout(50))({ n: 1 })
  expect(checks).toBe(1)
})

test('a tool that needs approval and has no one to give it is denied, and never runs', async () => {
  let ran = 0
  const post = createTool({
    name: 'post',
    description: 'Posts.',
    risk: { effects: 'write', requiresApproval: true },
    run: () => ++ran,
  })
  expect(await post.execute({ id: 'a' })).toMatchObject({
    kind: 'denied',
    error: { code: 'toolbox.approval_required', category: 'permission' },
  })
  await expect(post.layer(timeout(10))({})).rejects.toMatchObject({
    code: 'toolbox.approval_required',
  })
  expect(ran).toBe(0)

  const approver = autoApprover()
  expect(await post.layer(approval(approver)).layer(timeout(1_000))({})).toBe(1)
  expect(approver.asked).toMatchObject([{ tool: { id: 'default:post' }, input: {} }])
})

test('flags in older metadata say something about risk', () => {
  const flagged = (metadata: Record<string, boolean>) =>
    createTool({ name: 'x', description: 'X.', metadata, run: () => 1 }).definition.risk
  expect(flagged({ readOnly: true }).effects).toBe('read')
  expect(flagged({ mutates: true })).toMatchObject({ effects: 'write', requiresApproval: false })
  expect(flagged({ dangerous: true })).toMatchObject({ effects: 'unknown', requiresApproval: true })
})

test('withName gives the same tool under another name', async () => {
  const renamed = weather.layer(timeout(100)).withName('forecast')
  expect([renamed.name, renamed.id, renamed.stack()]).toEqual([
    'forecast',
    'demo:forecast@1.0.0',
    ['timeout', 'demo:forecast@1.0.0'],
  ])
  expect(await renamed({ city: 'Graz' })).toEqual({ city: 'Graz', sunny: true })
})

test('recommended layers know what may run twice', () => {
  const write = createTool({
    name: 'w',
    description: 'W.',
    risk: { effects: 'write' },
    run: () => 1,
  })
  const set = createTool({
    name: 's',
    description: 'S.',
    risk: { effects: 'write', idempotent: true },
    run: () => 1,
  })
  expect(recommended(weather).stack()).toEqual(['retry', 'timeout', 'demo:weather@1.0.0'])
  expect(recommended(write).stack()).toEqual(['timeout', 'default:w'])
  expect(recommended(set).stack()).toEqual(['retry', 'timeout', 'default:s'])
  expect(weather.stack()).toEqual(['demo:weather@1.0.0'])
})

test('a handler that is loaded late is loaded once, and again after a failed load', async () => {
  let loads = 0
  const tool = createTool({
    name: 'late',
    description: 'Late.',
    run: lazy(async () => {
      loads += 1
      if (loads === 1) throw new Error('disk')
      return async () => {
        if (loads > 5) throw new Error('never')
        return loads
      }
    }),
  })
  await expect(tool({})).rejects.toThrow('disk')
  expect(await Promise.all([tool({}), tool({})])).toEqual([2, 2])
})

test('a call that fails does not unload a lazy handler', async () => {
  let loads = 0
  const run = lazy(async () => {
    loads += 1
    return async () => {
      throw new Error('always')
    }
  })
  await expect(run()).rejects.toThrow('always')
  await expect(run()).rejects.toThrow('always')
  expect(loads).toBe(1)
})

test('a plain JSON Schema needs someone to check it', async () => {
  const spec = {
    name: 'plain',
    description: 'Plain.',
    input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    run: (input: unknown) => input,
  }
  await expect(createTool(spec)({ n: 1 })).rejects.toMatchObject({ code: 'toolbox.no_validator' })
  const checked = createTool({ ...spec, jsonSchemaValidator: ajvValidator })
  expect(await checked({ n: 1 })).toEqual({ n: 1 })
  await expect(checked({ n: 'x' })).rejects.toMatchObject({ code: 'toolbox.invalid_input' })
})

test('the handler is told who asks, for whom, and can tell who watches', async () => {
  const events: unknown[] = []
  const tool = createTool({
    name: 'knows',
    description: 'Knows.',
    run: (_input, ctx) => {
      void ctx.dispatch({ kind: 'progress', percent: 50 })
      const { runId, principal, account, labels, idempotencyKey, permit, toolCall } = ctx
      return { runId, principal, account, labels, idempotencyKey, permit, toolCall }
    },
  })
  const principal = { kind: 'agent', id: 'a1' } as const
  const said = await tool(
    {},
    {
      callId: 'c9',
      runId: 'r1',
      principal,
      account: 'acct',
      labels: ['untrusted'],
      idempotencyKey: 'k',
      permit: 'p',
      onEvent: (event, call) => {
        events.push([event, call.id])
        throw new Error('a watcher that fails')
      },
    },
  )
  expect(said).toEqual({
    runId: 'r1',
    principal,
    account: 'acct',
    labels: ['untrusted'],
    idempotencyKey: 'k',
    permit: 'p',
    toolCall: { id: 'c9', tool: 'default:knows', name: 'knows' },
  })
  expect(events).toEqual([[{ kind: 'progress', percent: 50 }, 'c9']])
})

test('a duplicate is a result of its own for execute, and a value for a direct call', async () => {
  const gate = createTool({
    name: 'again',
    description: 'Again.',
    run: () => {
      throw stop({ kind: 'duplicate', value: 7 }, 'done before')
    },
  })
  expect(await gate.execute({ id: 'c' })).toEqual({
    kind: 'duplicate',
    callId: 'c',
    tool: 'default:again',
    value: 7,
  })
  expect(await gate({})).toBe(7)
})

test.each<[string, () => unknown, string]>([
  [
    'throws undefined',
    () => {
      throw undefined
    },
    'failed',
  ],
  [
    'throws a string',
    () => {
      throw 'text'
    },
    'failed',
  ],
  ['throws null in a promise', () => Promise.reject(null), 'failed'],
  [
    'throws what has a throwing getter',
    () => {
      throw Object.defineProperty(new Error('x'), 'code', { get: () => 'C' })
    },
    'failed',
  ],
  ['returns undefined', () => undefined, 'done'],
  ['returns a function', () => () => 1, 'done'],
  [
    'returns a thenable that fails',
    () => ({ then: (_: unknown, no: (e: unknown) => void) => no(new Error('t')) }),
    'failed',
  ],
])('a handler that %s gives one typed result', async (_, run, kind) => {
  const tool = createTool({ name: 'bad', description: 'Bad.', run })
  expect(await tool.execute({ id: 'c' })).toMatchObject({ kind, callId: 'c' })
})

test('keys that reach for the prototype are refused', async () => {
  const tool = createTool({
    name: 'open',
    description: 'Open.',
    input: z.looseObject({}),
    run: (input) => input,
  })
  const result = await tool.execute({ arguments: '{"__proto__":{"admin":true}}' })
  expect(result).toMatchObject({ kind: 'failed', error: { code: 'toolbox.invalid_input' } })
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test('huge and deep arguments get a typed result, and an error that stays small', async () => {
  const huge = await weather.execute({ arguments: `"${'x'.repeat(10_000_000)}"` })
  expect(huge.kind).toBe('failed')
  expect(JSON.stringify((huge as { error: ToolError }).error).length).toBeLessThan(10_000)
  const deep = await weather.execute({
    arguments: `{"city":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  })
  expect(deep.kind).toBe('failed')
})

test('what is no handler, or no definition, is refused where it is made', () => {
  expect(() =>
    createTool({ name: 'x', description: 'X.', run: 'no' as unknown as () => void }),
  ).toThrow('run must be a function')
  expect(() => createTool({ name: '', description: 'X.', run: () => 1 })).toThrow(
    'name must not be empty',
  )
})

test('a tool’s own error passes as it is', async () => {
  const mine = createToolError({
    category: 'conflict',
    code: 'tool.default.x.taken',
    message: 'taken',
  })
  const tool = createTool({ name: 'x', description: 'X.', run: () => Promise.reject(mine) })
  expect(await tool.execute({})).toMatchObject({ kind: 'failed', error: mine })
  await expect(tool({})).rejects.toBe(mine)
})

const ajvValidator: JsonSchemaValidator = (schema) => {
  const validate = new Ajv2020({ strict: false }).compile(schema)
  return (value) =>
    validate(value)
      ? { value }
      : {
          issues: (validate.errors ?? []).map(({ message = 'wrong', instancePath }) => ({
            message,
            path: instancePath.split('/').slice(1),
          })),
        }
}

test('older flags add to a risk, and take nothing from it', () => {
  const risk = (given: RiskSpec, metadata: Record<string, boolean>) =>
    createTool({ name: 'x', description: 'X.', risk: given, metadata, run: () => 1 }).definition
      .risk
  expect(risk({ effects: 'write' }, { dangerous: true })).toMatchObject({
    effects: 'write',
    requiresApproval: true,
  })
  expect(risk({ effects: 'read' }, { mutates: true }).effects).toBe('write')
  expect(risk({ effects: 'write' }, { readOnly: true }).effects).toBe('write')
})

test('empty text is no arguments', async () => {
  const now = createTool({
    name: 'now',
    description: 'Now.',
    risk: { effects: 'read' },
    run: () => 1,
  })
  for (const text of ['', '  ', 'null'])
    expect(await now.execute({ arguments: text })).toMatchObject({ kind: 'done' })
  expect(await now.execute({}, { callId: 'mine' })).toMatchObject({ callId: 'mine' })
})

import { allow, askApproval, deny, rehearse, stop } from '@armorer/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pipe } from '../../src/composition/pipe.js'
import { type CallFacts } from '../../src/context.js'
import { createTool } from '../../src/create-tool.js'
import { approval } from '../../src/layers/approval.js'
import { retry } from '../../src/layers/retry.js'
import { timeout } from '../../src/layers/timeout.js'
import { createToolbox } from '../../src/runner.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { type UniformLayer } from '../../src/service.js'
import { gated, part, read, spec, write } from './parts.js'

test('what one gives the next takes, each checked once by its own schema', async () => {
  let checks = 0
  const counting = createTool({
    name: 'first',
    description: 'Counts its checks.',
    input: z.object({
      n: z.string().transform((n) => {
        checks += 1
        return Number(n)
      }),
    }),
    risk: read,
    run: ({ n }) => ({ text: `${typeof n} ${n}` }),
  })
  const whole = pipe(spec, counting, part('second', read), part('third', read))
  expect(await whole({ n: '7' })).toEqual({ text: 'number 7>second>third' })
  expect(checks).toBe(1)
  expect(await whole.execute({ arguments: '{"n":7}' })).toMatchObject({
    kind: 'failed',
    tool: 'default:whole',
    error: { code: 'toolbox.invalid_input' },
  })
})

test('a read-only toolbox refuses a pipe that contains a write', async () => {
  let written = 0
  const writer = part('writer', write, () => {
    written += 1
    return 'written'
  })
  const pipes = [
    pipe(spec, part('reader', read), writer),
    pipe({ ...spec, name: 'nested' }, part('reader', read), pipe(spec, writer, part('r', read))),
  ]
  const toolbox = createToolbox(pipes, { readOnly: true })
  for (const { name } of pipes) {
    expect(await toolbox.execute({ name, arguments: { text: '' } })).toMatchObject({
      kind: 'denied',
      rule: 'read-only',
    })
  }
  expect(written).toBe(0)
})

test('the risk of the whole is that of all its parts', () => {
  const whole = pipe(
    spec,
    part('a', { effects: 'read', externalNetwork: true, dataSensitivity: 'public' }),
    part('b', { effects: 'none', untrustedOutput: true, dataSensitivity: 'secret' }),
  )
  expect(whole.definition.risk).toEqual({
    effects: 'read',
    idempotent: true,
    requiresApproval: false,
    dataSensitivity: 'secret',
    externalNetwork: true,
    systemAccess: false,
    untrustedOutput: true,
  })
})

test('an idempotent write that depends on a step before it must not be repeated', () => {
  const set = part('set', { effects: 'write', idempotent: true })
  expect(pipe(spec, set, part('r', read)).effects).toBe('idempotent')
  const later = pipe(spec, part('r', read), set)
  expect(later.effects).toBe('write')
  expect(() => later.layer(retry() as unknown as UniformLayer)).toThrow('must not run twice')
})

test.each([
  ['pending', askApproval('may I?')],
  ['denied', deny('no', 'r1')],
  ['dry_run', rehearse('only shown')],
] as const)('a step that ends %s ends the whole so', async (kind, decision) => {
  let ran = 0
  const step = part('step', write, () => {
    ran += 1
    return 'ran'
  })
  const last = part('last', read, () => {
    ran += 1
    return 'ran'
  })
  const whole = pipe(spec, part('first', read), gated(step, decision), last)
  expect(await whole.execute({ id: 'c', arguments: { text: '' } })).toMatchObject({
    kind,
    callId: 'c',
    tool: 'default:whole',
    error: { details: { step: 1, tool: 'default:step' } },
  })
  await expect(whole({ text: '' })).rejects.toMatchObject({ category: 'permission' })
  expect(ran).toBe(0)
})

test('a step that needs approval and has no one to give it is denied before anything runs', async () => {
  let ran = 0
  const first = part('first', write, () => {
    ran += 1
    return ''
  })
  const needy = part('needy', { effects: 'write', requiresApproval: true })
  const whole = pipe(spec, first, needy)
  expect(await whole.execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'denied',
    error: { code: 'toolbox.approval_required' },
  })
  const decided = pipe(spec, part('r', read), needy.layer(approval(() => allow)))
  expect(await decided({ text: 'x' })).toEqual({ text: 'x>r>needy' })
  // One that decides does not speak for one that has nobody.
  const halfDecided = pipe(spec, gated(first, allow), needy)
  expect(await halfDecided.execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'denied',
    error: { code: 'toolbox.approval_required' },
  })
  expect(ran).toBe(0)
  // Nor does one who approves the whole: the part would refuse when the first has written.
  const approved = whole.layer(approval(() => allow))
  expect(await approved.execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'denied',
    error: { code: 'toolbox.approval_required' },
  })
  expect(ran).toBe(0)
})

test('after a write the whole has not failed: nobody may take it for undone', async () => {
  const down = part('down', read, () => {
    throw new Error('down')
  })
  const whole = pipe(spec, part('writer', write), down)
  expect(await whole.execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'unknown',
    error: {
      retryable: false,
      details: { step: 1, tool: 'default:down', written: ['default:writer'] },
    },
  })
  const before = pipe(spec, down, part('writer', write))
  expect(await before.execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'failed',
    error: { details: { step: 0, tool: 'default:down' } },
  })
})

test('a rehearsal after a write does not say that nothing was done', async () => {
  const whole = pipe(spec, part('writer', write), gated(part('next', write), rehearse('only so')))
  expect(await whole.execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'unknown',
    error: { details: { step: 1, written: ['default:writer'] } },
  })
})

test('a read that times out before a write leaves no doubt about the write', async () => {
  const clock = createFakeClock()
  const slow = part('slow', read, () => new Promise(() => {})).layer(timeout(10, { clock }))
  const call = pipe(spec, slow, part('writer', write)).execute({ arguments: { text: '' } })
  await clock.advance(10)
  expect(await call).toMatchObject({ kind: 'failed', error: { code: 'toolbox.timeout' } })
})

test('a step that was done before is as good as done', async () => {
  const again = part('again', write, () => {
    throw stop({ kind: 'duplicate', value: { text: 'then' } }, 'done before')
  })
  expect(await pipe(spec, again, part('r', read))({ text: '' })).toEqual({ text: 'then>r' })
})

test('text of strangers marks every step after it', async () => {
  const seen: Array<readonly string[]> = []
  const look = (name: string, untrustedOutput = false) =>
    part(name, { effects: 'read', untrustedOutput }, (text, { labels }) => {
      seen.push(labels)
      return text
    })
  const whole = pipe(spec, look('a'), look('b', true), look('c'), look('d', true))
  await whole({ text: '' }, { labels: ['mine'] })
  expect(seen).toEqual([['mine'], ['mine'], ['mine', 'untrusted'], ['mine', 'untrusted']])
})

test('steps know who asks, have ids and keys of their own, and get no permit of the whole', async () => {
  const seen: unknown[] = []
  const look = (name: string) =>
    part(name, read, (text, ctx) => {
      const { principal, account, runId, idempotencyKey, permit, toolCall } = ctx
      seen.push({ principal, account, runId, idempotencyKey, permit, id: toolCall.id })
      return text
    })
  const facts: CallFacts = {
    principal: { kind: 'agent', id: 'a' },
    account: 'alice',
    runId: 'run',
    idempotencyKey: 'key',
    permit: 'one',
  }
  await pipe(spec, look('a'), look('b')).execute({ id: 'c', arguments: { text: '' } }, facts)
  const { permit, idempotencyKey, ...shared } = facts
  expect(seen).toEqual([
    { ...shared, idempotencyKey: 'key/0', permit: undefined, id: 'c.0' },
    { ...shared, idempotencyKey: 'key/1', permit: undefined, id: 'c.1' },
  ])
})

test('who cancels reaches the step that runs, and the next does not begin', async () => {
  const controller = new AbortController()
  let told = false
  let began = false
  const slow = part(
    'slow',
    read,
    (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          told = true
          resolve('late')
        })
      }),
  )
  const next = part('next', write, (text) => {
    began = true
    return text
  })
  const call = pipe(spec, slow, next).execute(
    { arguments: { text: '' } },
    { signal: controller.signal },
  )
  controller.abort()
  expect(await call).toMatchObject({ kind: 'unknown' })
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect([told, began]).toEqual([true, false])
})

test('the description is that of the ends: what the first takes and the last gives', () => {
  const last = createTool({
    name: 'last',
    description: 'Last.',
    input: z.object({ text: z.string() }),
    output: z.object({ length: z.string().transform(Number) }),
    risk: read,
    run: ({ text }) => ({ length: String(text.length) }),
  })
  const whole = pipe({ ...spec, tags: ['made'], version: '1.2.0' }, part('first', read), last)
  expect(whole.id).toBe('default:whole@1.2.0')
  expect(whole.definition.tags).toEqual(['made'])
  return expect(whole({ text: 'ab' })).resolves.toEqual({ length: 8 })
})

test('what cannot be checked, or is no tool, cannot be a part', () => {
  const plain = createTool({
    name: 'plain',
    description: 'Plain.',
    input: { type: 'object' },
    risk: read,
    run: () => 1,
  })
  expect(() => pipe(spec, plain, plain as never)).toThrow('withValidator')
  expect(() => pipe(spec, part('a', read), {} as never)).toThrow('tools that can run')
})

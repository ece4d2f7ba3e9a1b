import { askApproval, deny, serializeToolDefinition, stop } from '@armorer/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bind } from '../../src/composition/bind.js'
import { type ToolTaking } from '../../src/composition/compose.js'
import { parallel } from '../../src/composition/parallel.js'
import { postprocess } from '../../src/composition/postprocess.js'
import { preprocess } from '../../src/composition/preprocess.js'
import { when } from '../../src/composition/when.js'
import { createTool } from '../../src/create-tool.js'
import { createToolbox } from '../../src/runner.js'
import { deferred } from '../deferred.js'
import { gated, part, read, spec, text, write } from './parts.js'

const both = { ...spec, input: text }

test('parallel parts get the same input, and give their outputs in order', async () => {
  const whole = parallel(both, part('a', read), part('b', read))
  expect(await whole({ text: 'x' })).toEqual([{ text: 'x>a' }, { text: 'x>b' }])
})

test('where all only read, the first that fails ends the rest', async () => {
  const signals: AbortSignal[] = []
  const slow = part('slow', read, (_, { signal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const down = part('down', read, () => {
    throw new Error('down')
  })
  expect(await parallel(both, slow, down).execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'failed',
    error: { message: 'down', details: { step: 1 } },
  })
  expect(signals[0]?.aborted).toBe(true)
})

test('what was ended early is waited for by whoever waits for what is late', async () => {
  const answer = deferred<string>()
  const slow = part('slow', read, () => answer.promise)
  const down = part('down', read, () => Promise.reject(new Error('down')))
  const late: Array<Promise<unknown>> = []
  await parallel(both, slow, down).execute(
    { arguments: { text: '' } },
    { onLate: (work) => late.push(work) },
  )
  answer.resolve('at last')
  expect(await Promise.all(late)).toEqual([{ text: 'at last' }])
})

test('where one writes, all are waited for, and what was written is said', async () => {
  const answer = deferred<string>()
  const slow = part('slow', write, () => answer.promise)
  const down = part('down', read, () => {
    throw new Error('down')
  })
  const call = parallel(both, slow, down).execute({ arguments: { text: '' } })
  answer.resolve('written')
  expect(await call).toMatchObject({
    kind: 'unknown',
    error: { details: { step: 1, written: ['default:slow'] } },
  })
})

test('the strictest end of the parts is that of the whole, and whoever is asked is asked at once', async () => {
  const unsure = part('unsure', write, () => {
    throw stop({ kind: 'unknown' }, 'perhaps')
  })
  const down = part('down', write, () => {
    throw new Error('down')
  })
  const denied = gated(part('denied', write), deny('no', 'r1'))
  const asking = gated(part('asking', write), askApproval('a?'))
  const asking2 = gated(part('asking2', write), askApproval('b?'))
  const end = (...parts: ReadonlyArray<ToolTaking<{ text: string }>>) =>
    parallel(both, ...parts).execute({ arguments: { text: '' } })
  expect(await end(down, asking, denied, unsure)).toMatchObject({ kind: 'unknown' })
  expect(await end(down, asking, denied)).toMatchObject({ kind: 'denied', rule: 'r1' })
  expect(await end(down, asking, asking2)).toMatchObject({
    kind: 'pending',
    asks: [{ message: 'a?' }, { message: 'b?' }],
  })
  expect(await end(down, part('fine', read))).toMatchObject({ kind: 'failed' })
})

test('of several approvals that wait, none is lost', async () => {
  const waiting = (approvalId: string) =>
    part(`w${approvalId}`, write, () => {
      throw stop({ kind: 'pending', asks: [], approvalId }, 'may I?')
    })
  const whole = parallel(both, waiting('1'), waiting('2'))
  expect(await whole.execute({ arguments: { text: '' } })).toMatchObject({
    kind: 'pending',
    error: { details: { approvalIds: ['1', '2'] } },
  })
})

test('a read-only toolbox refuses what contains a write, however it is composed', async () => {
  let written = 0
  const writer = part('writer', write, () => {
    written += 1
    return ''
  })
  const reader = part('reader', read)
  const wholes = [
    parallel(both, reader, writer),
    when({ ...both, test: () => true }, reader, writer),
    bind(writer, {}, spec),
    preprocess(writer, { ...both, map: (input) => input }),
    postprocess(writer, { ...spec, map: (output) => output }),
  ]
  for (const whole of wholes) {
    const toolbox = createToolbox([whole], { readOnly: true })
    expect(await toolbox.execute({ name: 'whole', arguments: { text: '' } })).toMatchObject({
      kind: 'denied',
      rule: 'read-only',
    })
  }
  expect(written).toBe(0)
})

test('when chooses by the input, and is as risky as both', async () => {
  const whole = when(
    { ...both, test: ({ text }) => text === 'yes' },
    part('a', read),
    part('b', write),
  )
  expect(await whole({ text: 'yes' })).toEqual({ text: 'yes>a' })
  expect(await whole({ text: 'no' })).toEqual({ text: 'no>b' })
  const toolbox = createToolbox([whole], { readOnly: true })
  expect(await toolbox.execute({ name: 'whole', arguments: { text: 'yes' } })).toMatchObject({
    kind: 'denied',
  })
  const half = when({ ...both, test: ({ text }) => text === 'yes' }, part('a', read))
  expect(await half({ text: 'no' })).toEqual({ text: 'no' })
  const unsure = when({ ...both, test: (async () => false) as never }, part('a', read))
  expect(await unsure.execute({ arguments: { text: '' } })).toMatchObject({
    error: { code: 'toolbox.invalid_test' },
  })
})

test('what is fixed is not told to a model, is checked with the rest, and wins', async () => {
  const between = createTool({
    name: 'between',
    description: 'Between.',
    input: z
      .object({ from: z.number(), to: z.number(), unit: z.string().default('m') })
      .refine(({ from, to }) => from <= to, 'from is after to'),
    output: z.object({ all: z.string() }),
    risk: { effects: 'read', untrustedOutput: true },
    run: ({ from, to, unit }) => ({ all: `${from}-${to}${unit}` }),
  })
  const bound = bind(between, { to: 5 }, spec)
  expect(await bound({ from: 1 })).toEqual({ all: '1-5m' })
  expect(await bound({ from: 1, to: 99 } as never)).toEqual({ all: '1-5m' })
  expect(await bound.execute({ arguments: { from: 6 } })).toMatchObject({
    error: { code: 'toolbox.invalid_input', message: expect.stringContaining('from is after to') },
  })
  const { input, output, risk, serialization } = serializeToolDefinition(bound.definition)
  expect(Object.keys(input['properties'] as object)).toEqual(['from', 'unit'])
  expect(input['required']).toEqual(['from'])
  expect(output).toMatchObject({ properties: { all: { type: 'string' } } })
  expect(risk.untrustedOutput).toBe(true)
  // The refinement is no more in this JSON Schema than in the other.
  expect(serialization.lossy).toBe(true)
  expect(() => bind(between, { other: 1 } as never, spec)).toThrow('takes no "other"')
})

test('what is fixed stays so, whoever holds it', async () => {
  const fixed = { text: 'fixed' }
  const bound = bind(part('a', read), fixed, spec)
  fixed.text = 'changed'
  expect(await bound({})).toEqual({ text: 'fixed>a' })
  for (const args of ['text', [], null]) {
    expect(await bound.execute({ arguments: JSON.stringify(args) })).toMatchObject({
      kind: args === null ? 'done' : 'failed',
    })
  }
})

test('preprocess says what it takes, and what it makes of it is checked', async () => {
  const whole = preprocess(part('a', read), {
    ...spec,
    input: z.object({ n: z.number() }),
    map: async ({ n }) => ({ text: `n${n}` }),
  })
  expect(await whole({ n: 1 })).toEqual({ text: 'n1>a' })
  expect(serializeToolDefinition(whole.definition).input['properties']).toHaveProperty('n')
  const wrong = preprocess(part('a', read), {
    ...spec,
    input: z.object({}),
    map: () => ({ text: 1 }) as never,
  })
  expect(await wrong.execute({})).toMatchObject({ error: { code: 'toolbox.invalid_input' } })
})

test('postprocess says what it gives; after a write a failed mapping leaves it in doubt', async () => {
  const whole = postprocess(part('a', read), {
    ...spec,
    map: ({ text }) => ({ length: text.length }),
    output: z.object({ length: z.number() }),
  })
  expect(await whole({ text: 'x' })).toEqual({ length: 3 })
  expect(serializeToolDefinition(whole.definition).output).toHaveProperty('properties.length')
  const boom = () => {
    throw new Error('no map')
  }
  expect(
    await postprocess(part('w', write), { ...spec, map: boom }).execute({
      arguments: { text: '' },
    }),
  ).toMatchObject({ kind: 'unknown' })
  expect(
    await postprocess(part('r', read), { ...spec, map: boom }).execute({ arguments: { text: '' } }),
  ).toMatchObject({ kind: 'failed' })
})

test('a call in another form is the same call: its id, key and permit go along', async () => {
  const seen: unknown[] = []
  const look = part('look', write, (text, { toolCall, idempotencyKey, permit }) => {
    seen.push([toolCall.id, idempotencyKey, permit])
    return text
  })
  const facts = { idempotencyKey: 'key', permit: 'one' }
  await bind(look, { text: '' }, spec).execute({ id: 'c' }, facts)
  await postprocess(look, { ...spec, map: (output) => output }).execute(
    { id: 'c', arguments: { text: '' } },
    facts,
  )
  expect(seen).toEqual([
    ['c', 'key', 'one'],
    ['c', 'key', 'one'],
  ])
})

test('an approval within any composition surfaces as pending, and nothing runs', async () => {
  let ran = 0
  const asking = gated(
    part('asking', { effects: 'write', requiresApproval: true }, () => {
      ran += 1
      return ''
    }),
  )
  const wholes = [
    bind(asking, { text: '' }, spec),
    parallel(both, asking, part('r', read)),
    when({ ...both, test: () => true }, asking),
    preprocess(asking, { ...both, map: (input) => input }),
    postprocess(asking, { ...spec, map: (output) => output }),
  ]
  for (const whole of wholes) {
    const result = await whole.execute({ arguments: { text: '' } })
    expect(result).toMatchObject({ kind: 'pending', asks: [{ message: 'may I?' }] })
  }
  expect(ran).toBe(0)
})

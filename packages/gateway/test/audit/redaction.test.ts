import fc from 'fast-check'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { type JsonValue } from '@armorer/core'
import { createRedaction, exportIntents, redact, REDACT, REDACTED } from '../../src/audit/index.js'
import { withImplied } from '../../src/audit/schema-parts.js'
import { operation } from '../../src/index.js'
import { sendAndEnd } from '../harness/store-inputs.js'
import { collect, createRecordedWorld } from './recorded-world.js'

const secret = z.string().meta({ [REDACT]: true })

test('what a schema marks is hidden, and the rest is shown', () => {
  const schema = z.object({
    to: secret,
    text: z.string(),
    cards: z.array(z.object({ pin: secret, name: z.string() })),
    byName: z.record(z.string(), secret),
    pair: z.tuple([z.string(), secret]),
    maybe: secret.optional(),
  })
  const value = {
    to: 'ann@example.org',
    text: 'hello',
    cards: [{ pin: '1234', name: 'blue' }],
    byName: { a: '1', b: '2' },
    pair: ['shown', 'hidden'],
  }

  expect(redact(schema, value)).toEqual({
    to: REDACTED,
    text: 'hello',
    cards: [{ pin: REDACTED, name: 'blue' }],
    byName: { a: REDACTED, b: REDACTED },
    pair: ['shown', REDACTED],
  })
})

test('whichever branch a value is of, a mark of any of them counts', () => {
  const schema = z.union([z.object({ card: secret }), z.object({ card: z.number() })])

  expect(redact(schema, { card: 5 })).toEqual({ card: REDACTED })
})

test('a mark on what is converted holds on both sides', () => {
  const schema = z.object({ pin: secret.transform((text) => text.length) })

  expect(redact(schema, { pin: 4 })).toEqual({ pin: REDACTED })
})

test('a mark is found through references, also in what nests itself', () => {
  const schema = {
    type: 'object',
    properties: { name: { $ref: '#/$defs/name' }, child: { $ref: '#' } },
    $defs: { name: { type: 'string', [REDACT]: true } },
  }

  expect(redact(schema, { name: 'a', child: { name: 'b', child: { age: 1 } } })).toEqual({
    name: REDACTED,
    child: { name: REDACTED, child: { age: 1 } },
  })
})

test('where a reference leads nobody knows, all of it is hidden', () => {
  for (const $ref of ['#/$defs/none', '#/%E0%A4', '#anchor', 'https://example.org/schema']) {
    const schema = { type: 'object', properties: { a: { $ref }, b: { type: 'string' } } }

    expect(withImplied(schema, [schema.properties.a])).toBeUndefined()
    expect(withImplied(schema, [schema.properties.b])).toHaveLength(1)
  }
})

test('patterns, conditions and what is left over are looked at too', () => {
  const schema = {
    type: 'object',
    properties: { kind: { type: 'string' } },
    patternProperties: { '^x_': { [REDACT]: true } },
    additionalProperties: { type: 'object', properties: { deep: { [REDACT]: true } } },
    if: { properties: { kind: { const: 'private' } } },
    then: { properties: { note: { [REDACT]: true } } },
  }

  expect(redact(schema, { kind: 'k', x_a: 1, other: { deep: 1, flat: 2 }, note: 'n' })).toEqual({
    kind: 'k',
    x_a: REDACTED,
    other: { deep: REDACTED, flat: 2 },
    note: REDACTED,
  })
})

test('what cannot be described is hidden whole', () => {
  const mute = {
    '~standard': {
      version: 1 as const,
      vendor: 'mute',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: fail, output: fail },
    },
  }

  expect(redact(mute, { a: 1 })).toBe(REDACTED)
})

test('without a mark nothing is changed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // Of fast-check's own type, and JSON.
      const json = value as JsonValue
      expect(redact({ type: 'object' }, json)).toEqual(json)
    }),
  )
})

const pay = operation({
  name: 'card.pay',
  input: z.object({ card: secret, cents: z.number() }),
  output: z.object({ receipt: z.string(), holder: secret }),
})
const post = operation({ name: 'post.create', input: z.object({ text: z.string() }) })

test('an intent is shown without what its operation marks, and without what nobody can describe', async () => {
  await using world = await createRecordedWorld()
  const redaction = createRedaction([pay, post])
  const evidence = { seen: 'Ann Example' }
  const { intent } = await sendAndEnd(
    world.store,
    { operation: 'card.pay', content: 'p', args: { card: '4111', cents: 5 } },
    {
      kind: 'succeeded',
      value: { receipt: 'r', holder: 'Ann' },
      evidence,
      undo: { operation: 'card.refund', args: { card: '4111' } },
    },
  )
  const plain = await sendAndEnd(
    world.store,
    { content: 'q' },
    { kind: 'succeeded', value: 1, evidence },
  )
  const show = async (id: string) => {
    const kept = await world.store.findIntent(id)
    return kept && redaction.intent(kept)
  }

  expect(await show(intent)).toMatchObject({
    args: { card: REDACTED, cents: 5 },
    value: { receipt: 'r', holder: REDACTED },
    undo: { operation: 'card.refund', args: REDACTED },
    probe: REDACTED,
    evidence: REDACTED,
  })
  expect(await show(plain.intent)).toMatchObject({ args: { text: 'gm' }, value: 1, evidence })
})

test('what a far side said in refusing is hidden where anything is', async () => {
  await using world = await createRecordedWorld()
  const { intent } = await sendAndEnd(
    world.store,
    { operation: 'card.pay', content: 'p', args: { card: '4111', cents: 5 } },
    { kind: 'failed', code: 'declined', message: '4111 is declined' },
  )
  const kept = await world.store.findIntent(intent)
  if (!kept) throw new Error('it is missing')

  expect(createRedaction([pay]).intent(kept).failure).toEqual({
    code: 'declined',
    message: REDACTED,
  })
})

test('intents are exported page by page, and the arguments of unknown operations are hidden', async () => {
  await using world = await createRecordedWorld()
  const { store } = world
  await Promise.all(
    Array.from({ length: 600 }, (_, index) =>
      sendAndEnd(store, {
        account: 'dora',
        content: `c${index}`,
        operation: index % 2 ? 'card.pay' : 'unknown',
        args: { card: '4111 1111', cents: index },
      }),
    ),
  )
  const exported = await collect(exportIntents(store, { operations: [pay], account: 'dora' }))

  expect(new Set(exported.map(({ id }) => id)).size).toBe(600)
  expect(JSON.stringify(exported)).not.toContain('4111 1111')
  expect(exported.filter(({ args }) => args === REDACTED)).toHaveLength(300)
  expect(exported).toContainEqual(
    expect.objectContaining({ operation: 'card.pay', args: { card: REDACTED, cents: 1 } }),
  )
})

function fail(): never {
  throw new Error('it cannot be said')
}

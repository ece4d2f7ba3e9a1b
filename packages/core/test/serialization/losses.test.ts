import { Ajv2020 } from 'ajv/dist/2020.js'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeSchema } from '../../src/serialization/describe-schema.js'
import { type StandardSchema } from '../../src/schema.js'
import { refusal } from '../helpers.js'
import { arktypeCorpus, valibotCorpus } from './corpus-others.js'
import { zodCorpus } from './corpus-zod.js'
import { type Feature } from './corpus.js'

const corpus = [...zodCorpus, ...valibotCorpus, ...arktypeCorpus]
const ajv = new Ajv2020({ strict: false, validateFormats: false })

test('the corpus is large enough to mean something', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(100)
})

test.each(corpus)('$name: what is lost is said, and nothing else', ({ schema, losses }) => {
  const said = describeSchema(schema, 'input').losses.map(({ path, feature }) => {
    const inside = path.replace(/^input\.v/, '')
    return inside === '' ? feature : `${inside}.${feature}`.replace('input.', '^')
  })
  expect(said).toEqual(losses)
})

test.each(corpus.filter(({ losses }) => losses.length === 0))(
  '$name: where nothing is lost, validator and JSON Schema agree',
  async (feature) => {
    const sightings = await Promise.all(feature.samples.map((sample) => look(feature, sample)))
    expect(sightings.filter(disagrees)).toEqual([])
    expect(new Set(sightings.map((seen) => seen.taken)).size).toBe(2)
  },
)

test.each(corpus.filter(({ losses, unseen }) => losses.length > 0 && !unseen))(
  '$name: what is said to be lost shows',
  async (feature) => {
    const sightings = await Promise.all(feature.samples.map((sample) => look(feature, sample)))
    expect(sightings.filter(disagrees)).not.toEqual([])
  },
)

test.each(corpus)('$name: no field is left with an empty schema', ({ schema }) => {
  expect(JSON.stringify(describeSchema(schema, 'input').schema)).not.toContain('"v":{}')
})

test.each([
  ['a symbol', z.object({ v: z.symbol() })],
  ['a nan', z.object({ v: z.nan() })],
  ['the literal 5', z.object({ v: z.literal(5n) })],
])('%s is refused with its path', (what, schema) => {
  const error = refusal(() => describeSchema(schema, 'input'))
  expect(error).toMatchObject({
    code: 'toolbox.schema_not_describable',
    details: { path: 'input.v' },
  })
  expect(error.message).toContain(what)
})

test('on the way out, defaults are applied and what a transform makes is unknown', () => {
  const output = z.object({
    a: z.string().default('x'),
    b: z.string().transform(Number),
    c: z.string().pipe(z.string().min(2)),
  })
  expect(
    describeSchema(output, 'output').losses.map(({ path, feature }) => `${path} ${feature}`),
  ).toEqual(['output.a default', 'output.b transform'])
})

test('of an unknown library nothing is believed', () => {
  const foreign: StandardSchema = {
    '~standard': {
      version: 1,
      vendor: 'someone',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
    },
  }
  expect(describeSchema(foreign, 'input').losses).toMatchObject([
    { path: 'input', feature: 'opaque' },
  ])
})

test('a schema of an older draft is said to be', () => {
  const old = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }
  expect(describeSchema(old, 'input').losses).toMatchObject([{ feature: 'dialect' }])
  expect(describeSchema({ type: 'object' }, 'input').losses).toEqual([])
})

test('on the way out, what happens on the way in does not count', () => {
  const output = z.object({ a: z.string().trim(), b: z.coerce.number(), c: z.number().catch(1) })
  expect(describeSchema(output, 'output').losses).toEqual([])
})

test('a tuple of an older draft is one, whether or not it says so', () => {
  const losses = describeSchema(
    { type: 'object', properties: { a: { items: [{ type: 'string' }] } } },
    'input',
  ).losses
  expect(losses).toMatchObject([{ feature: 'dialect' }])
})

test('fields whose names look like steps are told from steps', () => {
  const odd = z.object({ '[]': z.string().trim(), '|0': z.string().trim() })
  expect(describeSchema(odd, 'input').losses.map(({ path }) => path)).toEqual([
    'input["[]"]',
    'input["|0"]',
  ])
})

test('a web of schemas is walked in bounded time', () => {
  const nodes: Record<string, z.ZodType> = {}
  const names = Array.from({ length: 16 }, (_, index) => `n${index}`)
  for (const name of names) {
    nodes[name] = z.object(
      Object.fromEntries([
        ...names.map((other) => [other, z.lazy(() => nodes[other] ?? z.never()).optional()]),
        ['text', z.string().trim()],
      ]),
    )
  }
  const { losses } = describeSchema(z.object({ start: nodes['n0'] ?? z.never() }), 'input')
  expect(losses.length).toBeGreaterThan(15)
  expect(losses.length).toBeLessThan(1_000)
})

test('a schema that fails to be looked into is refused with a typed error', () => {
  const broken = z.object({
    a: z.lazy(() => {
      throw new Error('boom')
    }),
  })
  expect(refusal(() => describeSchema(broken, 'input'))).toMatchObject({
    code: 'toolbox.schema_not_describable',
    message: expect.stringContaining('boom') as string,
  })
})

test('one schema in two places is reported in both', () => {
  const text = z.string().refine(() => true)
  expect(
    describeSchema(z.object({ a: text, b: text }), 'input').losses.map(({ path }) => path),
  ).toEqual(['input.a', 'input.b'])
})

interface Sighting {
  readonly sample: unknown
  readonly said: boolean
  readonly taken: boolean
  readonly changed: boolean
}

/** What the JSON Schema says of a value, and what the validator makes of it. */
async function look({ schema }: Feature, sample: unknown): Promise<Sighting> {
  const said = ajv.validate(describeSchema(schema, 'input').schema, { v: sample })
  const result = await schema['~standard'].validate({ v: sample })
  const taken = result.issues === undefined
  return { sample, said, taken, changed: taken && !isDeepStrictEqual(result.value, { v: sample }) }
}

function disagrees({ said, taken, changed }: Sighting): boolean {
  return said !== taken || changed
}

import fc from 'fast-check'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inspectRegistry } from '../../src/inspect.js'
import { type JsonValue } from '../../src/json.js'
import { createRegistry } from '../../src/registry/create-registry.js'
import { type StandardSchema } from '../../src/schema.js'
import { schemaKeys, toJsonSchema } from '../../src/schema-utilities.js'
import { describeSchema } from '../../src/serialization/describe-schema.js'
import {
  serializeRegistry,
  serializeToolDefinition,
  stringifyTools,
} from '../../src/serialization/serialize-tool.js'
import { defineTool } from '../../src/tool-definition.js'
import { refusal } from '../helpers.js'

test('a tool is serialized whole, with its losses', () => {
  const tool = defineTool({
    identity: 'x:post@1.0.0',
    title: 'Post',
    description: 'Publish one post.',
    examples: ['tweet this'],
    inputExamples: [{ text: 'gm' }],
    input: z.object({ text: z.string().refine((text) => text.length <= 280) }),
    output: z.object({ id: z.string() }),
    risk: { effects: 'write' },
    lifecycle: { deprecated: true },
    tags: ['posting'],
    metadata: { owner: 'ana' },
  })
  expect(serializeToolDefinition(tool)).toEqual({
    schemaVersion: '2020-12',
    id: 'x:post@1.0.0',
    identity: { namespace: 'x', name: 'post', version: '1.0.0' },
    title: 'Post',
    description: 'Publish one post.',
    examples: ['tweet this'],
    inputExamples: [{ text: 'gm' }],
    input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    output: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
    risk: tool.risk,
    lifecycle: { deprecated: true },
    tags: ['posting'],
    metadata: { owner: 'ana' },
    serialization: {
      lossy: true,
      losses: [
        {
          path: 'input.text',
          feature: 'refinement',
          reason: 'a check in code, which JSON Schema cannot say',
        },
      ],
    },
  })
})

test('the text is that of the data, and registration order does not show', () => {
  const tools = ['x:b', 'x:a', 'x:a@2.0.0'].map((identity) =>
    defineTool({ identity, description: 'A tool.' }),
  )
  const [one, two] = [createRegistry(), createRegistry()]
  for (const tool of tools) one.register(tool)
  for (const tool of tools.toReversed()) two.register(tool)

  expect(JSON.stringify(serializeRegistry(one))).toBe(stringifyTools(two.list()))
  expect(one.serialize()).toEqual(two.serialize())
  expect(one.serialize().map(({ id }) => id)).toEqual(['x:a', 'x:a@2.0.0', 'x:b'])
})

test('what is handed out cannot be changed', () => {
  const tool = defineTool({ name: 'f', description: 'F.', input: z.object({ a: z.string() }) })
  const { input } = serializeToolDefinition(tool)
  expect(() => Object.assign(input, { more: 1 })).toThrow(TypeError)
  expect(() => Object.assign(describeSchema(tool.input, 'input').schema, { more: 1 })).toThrow(
    TypeError,
  )
})

test('the same schema says one thing going in and another coming out', () => {
  const both = z.object({ a: z.string().default('x') })
  const { input, output } = serializeToolDefinition(
    defineTool({ name: 'b', description: 'B.', input: both, output: both }),
  )
  expect([input['required'], output?.['required']]).toEqual([undefined, ['a']])
})

test('a plain schema that can change is described as it is now', () => {
  const schema: Record<string, JsonValue> = { type: 'object', properties: { a: {} } }
  expect(schemaKeys(toJsonSchema(schema, 'input'))).toEqual(['a'])
  schema['properties'] = { b: {} }
  expect(schemaKeys(toJsonSchema(schema, 'input'))).toEqual(['b'])
})

test('a foreign library may hand out what it keeps', () => {
  const frozen = Object.freeze({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: Object.freeze(['b', 'a']),
  })
  const foreign: StandardSchema = {
    '~standard': {
      version: 1,
      vendor: 'toString',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => frozen, output: () => frozen },
    },
  }
  const tool = defineTool({ name: 'v', description: 'V.', input: foreign })
  expect(serializeToolDefinition(tool)).toMatchObject({
    input: { required: ['a', 'b'] },
    serialization: { losses: [{ feature: 'opaque' }] },
  })
})

test('an input that is no object is refused when it is described', () => {
  const tool = defineTool({ name: 't', description: 'T.', input: z.string() })
  expect(refusal(() => serializeToolDefinition(tool)).message).toBe(
    'tool default:t: input must describe an object, not "string"',
  )
})

test('what a definition carries beside itself stays behind', () => {
  const tool = { ...defineTool({ name: 's', description: 'S.' }), apiKey: 'sk-secret' }
  expect(stringifyTools([tool])).not.toContain('sk-secret')
})

test('a recursive zod schema keeps its meaning', () => {
  const Node = z.object({
    n: z.number(),
    get next() {
      return Node.optional()
    },
  })
  const tool = defineTool({
    name: 'n',
    description: 'N.',
    input: z.object({ first: Node, second: Node }),
  })
  const validate = new Ajv2020({ strict: false }).compile(serializeToolDefinition(tool).input)
  expect(validate({ first: { n: 1, next: { n: 2 } }, second: { n: 1 } })).toBe(true)
  expect(validate({ first: { n: 1, next: { n: 'x' } }, second: { n: 1 } })).toBe(false)
})

test('what cannot be serialized is named by tool and path', () => {
  const bad = defineTool({
    identity: 'x:bad',
    description: 'Bad.',
    input: z.object({ deep: z.object({ s: z.symbol() }) }),
  })
  expect(refusal(() => serializeToolDefinition(bad))).toMatchObject({
    message: 'tool x:bad: input.deep.s is a symbol, and nothing in JSON comes near it',
    details: { tool: 'x:bad', path: 'input.deep.s' },
  })
})

test('an example that JSON cannot say is left out, and reported', () => {
  const dated = defineTool({
    name: 'd',
    description: 'D.',
    input: z.object({ at: z.date().optional(), n: z.number() }),
    inputExamples: [{ at: new Date(0), n: 1 }, { n: 2 }],
  })
  const { inputExamples, serialization } = serializeToolDefinition(dated)
  expect(inputExamples).toEqual([{ n: 2 }])
  expect(serialization.losses).toContainEqual(
    expect.objectContaining({ path: 'inputExamples[0]', feature: 'example' }),
  )
})

test('keys called __proto__ are kept', () => {
  const input = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
  ) as Record<string, string>
  const text = stringifyTools([defineTool({ name: 'p', description: 'P.', input })])
  expect(text).toContain('"properties":{"__proto__":{"type":"string"}}')
})

test('any plain schema is serialized or refused, and never breaks', () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    '$ref',
    '$defs',
    'items',
    'anyOf',
    'required',
    'enum',
    'const',
    '__proto__',
  )
  const junk = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('object', '#', '#/$defs/a', '#/$defs/%', '#x', true, null, 7, []),
      fc.dictionary(keyword, tie('node'), { noNullPrototype: true }),
      fc.array(tie('node'), { maxLength: 3 }),
    ),
  })).node
  fc.assert(
    fc.property(fc.dictionary(keyword, junk, { noNullPrototype: true }), (schema) => {
      const input = { ...schema, type: 'object' } as Record<string, string>
      try {
        stringifyTools([defineTool({ name: 'junk', description: 'Junk.', input })])
      } catch (error) {
        return error instanceof Error && error.name === 'ToolError'
      }
      return true
    }),
    { numRuns: 3_000, seed: 42 },
  )
})

test('one tool that cannot be described does not hide the others from inspection', () => {
  const bad = defineTool({
    identity: 'x:bad',
    description: 'Bad.',
    input: z.object({ s: z.symbol() }),
  })
  const good = defineTool({ identity: 'x:good', description: 'Good.' })
  const { tools } = inspectRegistry({ list: () => [bad, good] })
  expect(tools).toMatchObject([
    { problem: expect.stringContaining('input.s is a symbol') as string },
    { id: 'x:good' },
  ])
})

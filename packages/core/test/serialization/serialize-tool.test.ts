import fc from 'fast-check'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRegistry } from '../../src/registry/create-registry.js'
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

test('definitions are named by content, whatever their library called them', () => {
  const make = (names: [string, string]) => ({
    type: 'object',
    properties: {
      a: { $ref: `#/$defs/${names[0]}` },
      b: { $ref: `#/$defs/${names[1]}/properties/next` },
    },
    $defs: {
      [names[0]]: { type: 'object', properties: { next: { $ref: `#/$defs/${names[1]}` } } },
      [names[1]]: {
        type: 'object',
        properties: { next: { $ref: `#/$defs/${names[0]}` }, n: { type: 'number' } },
      },
      unused: { type: 'boolean' },
    },
  })
  const texts = [make(['A', 'B']), make(['z/1', '__schema0'])].map((input) => {
    const escaped = JSON.parse(
      JSON.stringify(input).replaceAll('#/$defs/z/1', '#/$defs/z~11'),
    ) as typeof input
    return stringifyTools([defineTool({ name: 'n', description: 'N.', input: escaped })])
  })
  expect(texts[0]).toBe(texts[1])
  expect(texts[0]).not.toContain('unused')
})

test('different definitions keep different names, also where they lead to each other', () => {
  const input = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/B' } },
    $defs: {
      A: { properties: { x: { $ref: '#/$defs/B' } } },
      B: { properties: { y: { $ref: '#/$defs/A' } } },
    },
  }
  const { input: described } = serializeToolDefinition(
    defineTool({ name: 'n', description: 'N.', input }),
  )
  expect(Object.keys(described['$defs'] ?? {})).toHaveLength(2)
  const ajv = new Ajv2020({ strict: false })
  expect(ajv.validate(described, { a: { x: { y: {} } } })).toBe(true)
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
  const dated = defineTool({
    name: 'd',
    description: 'D.',
    input: z.object({ at: z.date() }),
    inputExamples: [{ at: new Date(0) }],
  })
  expect(refusal(() => serializeToolDefinition(dated)).message).toContain(
    'tool default:d: $.inputExamples[0].at is a Date',
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

import { z } from 'zod'
import { defineTool } from '../../packages/core/src/tool-definition.js'
import {
  serializeToolDefinition,
  type SerializedToolDefinition,
} from '../../packages/core/src/serialization/serialize-tool.js'
import { type ToolSchema } from '../../packages/core/src/schema.js'
import {
  arktypeCorpus,
  valibotCorpus,
} from '../../packages/core/test/serialization/corpus-others.js'
import { zodCorpus } from '../../packages/core/test/serialization/corpus-zod.js'

/** One tool of the corpus, with values of its input that are worth trying. */
export interface CorpusTool {
  readonly name: string
  readonly definition: SerializedToolDefinition
  readonly inputs: readonly unknown[]
}

const Node: z.ZodType = z.lazy(() => z.object({ value: z.string(), next: Node.optional() }))

/** What the corpus of schema features does not hold: whole inputs of awkward form. */
const WHOLE: ReadonlyArray<{ name: string; input: ToolSchema; inputs: readonly unknown[] }> = [
  { name: 'nothing', input: z.object({}), inputs: [{}] },
  {
    name: 'left out, null, or there',
    input: z.object({
      a: z.string().optional(),
      b: z.string().nullable(),
      c: z.string().nullish(),
      d: z.object({ e: z.number().nullish() }).nullish(),
    }),
    inputs: [{ b: null }, { a: 'x', b: 'y', c: null, d: null }, { b: '', c: 'z', d: {} }],
  },
  {
    name: 'defaults and descriptions',
    input: z.object({
      count: z.int().min(1).max(10).default(3).describe('How many.'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    inputs: [{}, { count: 5 }, { count: 1, order: 'desc' }],
  },
  {
    name: 'a union at the root',
    input: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), x: z.string().optional() }),
      z.object({ kind: z.literal('b'), y: z.number() }),
    ]),
    inputs: [{ kind: 'a' }, { kind: 'a', x: 'q' }, { kind: 'b', y: 1 }],
  },
  {
    name: 'options that share their fields',
    input: z.object({
      v: z.union([z.object({ a: z.string().optional() }), z.object({ a: z.null() })]),
    }),
    inputs: [{ v: {} }, { v: { a: null } }, { v: { a: 'x' } }],
  },
  {
    name: 'a record beside a text',
    input: z.object({ v: z.union([z.string(), z.record(z.string(), z.number())]) }),
    inputs: [{ v: '{"a":1}' }, { v: { a: 1 } }, { v: '' }],
  },
  {
    name: 'a list that nests itself',
    input: z.object({ v: Node }),
    inputs: [{ v: { value: 'a' } }, { v: { value: 'a', next: { value: 'b' } } }],
  },
  {
    name: 'a root that refers to itself',
    input: {
      type: 'object',
      properties: { name: { type: 'string' }, child: { $ref: '#' } },
      required: ['name'],
    },
    inputs: [{ name: 'a' }, { name: 'a', child: { name: 'b', child: { name: 'c' } } }],
  },
  {
    name: 'a root that is a reference',
    input: {
      $ref: '#/$defs/t',
      $defs: { t: { type: 'object', properties: { a: { type: 'string' } } } },
    },
    inputs: [{}, { a: 'x' }],
  },
  {
    name: 'one definition in two places, with words beside it',
    input: {
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/place', description: 'Where it begins.' },
        to: { $ref: '#/$defs/place', default: { city: 'Vienna' } },
      },
      required: ['from'],
      $defs: {
        place: {
          type: 'object',
          properties: { city: { type: 'string' }, zip: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    },
    inputs: [{ from: { city: 'a' } }, { from: { city: 'a', zip: '1' }, to: { city: 'b' } }],
  },
  {
    name: 'several types at once',
    input: {
      type: 'object',
      properties: {
        v: { type: ['string', 'integer', 'null'], minLength: 1, minimum: 0 },
        w: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
      },
    },
    inputs: [{}, { v: 1 }, { v: 'a', w: null }, { v: null, w: {} }, { w: { a: 'x' } }],
  },
  {
    name: 'choices of every kind',
    input: {
      type: 'object',
      properties: {
        v: { enum: ['a', '', 1, true, null] },
        w: { const: 7 },
        x: { enum: [1, 2, 3] },
        y: { const: true },
        z: { enum: [{ a: 1 }, 'a'] },
      },
    },
    inputs: [{ v: 'a', w: 7, x: 2, y: true, z: { a: 1 } }, { v: null }, { v: '' }, { z: 'a' }],
  },
  {
    name: 'fields whose names are traps',
    input: {
      type: 'object',
      properties: {
        constructor: { type: 'string' },
        properties: { type: 'string' },
        enum: { type: 'array', items: { type: 'string' } },
        $ref: { type: 'string' },
      },
      required: ['properties'],
    },
    inputs: [{ properties: 'p' }, { properties: 'p', constructor: 'c', enum: ['e'], $ref: 'r' }],
  },
  {
    name: 'rules that few know',
    input: {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        keys: {
          type: 'object',
          properties: { a: {} },
          minProperties: 1,
          additionalProperties: false,
        },
        odd: { type: 'integer', not: { multipleOf: 2 } },
        when: { type: 'object', properties: { a: { type: 'string' } }, if: { required: ['a'] } },
      },
    },
    inputs: [{ list: ['a'], odd: 1 }, { keys: { a: [null, { b: 1 }] } }, { when: { a: 'x' } }, {}],
  },
  {
    name: 'an option within another',
    input: z.object({
      v: z.union([
        z.strictObject({ a: z.string() }),
        z.object({ a: z.string(), b: z.number().optional() }),
      ]),
    }),
    inputs: [{ v: { a: 'x' } }, { v: { a: 'x', b: 1 } }],
  },
  {
    name: 'closed objects that name different fields',
    input: {
      type: 'object',
      properties: {
        v: {
          allOf: [
            { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
            { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
          ],
        },
      },
    },
    inputs: [{}, { v: {} }, { v: { a: 'x' } }, { v: { b: 'x' } }],
  },
  {
    name: 'a union at the root that refers to the root',
    input: {
      anyOf: [
        {
          type: 'object',
          properties: { leaf: { type: 'string' } },
          required: ['leaf'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { left: { $ref: '#' }, right: { $ref: '#/anyOf/0' } },
          required: ['left'],
          additionalProperties: false,
        },
      ],
    },
    inputs: [
      { leaf: 'a' },
      { left: { leaf: 'a' }, right: { leaf: 'b' } },
      { left: { left: { leaf: 'a' } } },
    ],
  },
  { name: 'an object of anything', input: { type: 'object' }, inputs: [{}] },
  {
    name: 'very deep',
    input: nested(14),
    inputs: [deepValue(14)],
  },
]

export const corpus: readonly CorpusTool[] = [
  ...[...zodCorpus, ...valibotCorpus, ...arktypeCorpus].map(({ name, schema, samples }) =>
    toTool(
      name,
      schema,
      samples.map((sample) => ({ v: sample })),
    ),
  ),
  ...WHOLE.map(({ name, input, inputs }) => toTool(name, input, inputs)),
]

function toTool(name: string, input: ToolSchema, inputs: readonly unknown[]): CorpusTool {
  const definition = defineTool({ name, description: 'One of the corpus.', input })
  return { name, definition: serializeToolDefinition(definition), inputs }
}

function nested(depth: number): ToolSchema {
  let schema: Record<string, unknown> = { type: 'string' }
  for (let level = 0; level < depth; level++) {
    schema = {
      type: 'object',
      properties: { v: schema, note: { type: 'string' } },
      required: ['v'],
    }
  }
  return schema
}

function deepValue(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = { v: value }
  return value
}

import { z } from 'zod'
import { LOST, type ZodFeature } from './corpus-zod-lost.js'
import { type Feature } from './corpus.js'

const Tree = z.object({
  name: z.string(),
  get kids() {
    return z.array(Tree).optional()
  },
})

/** What JSON Schema says in full. */
const SAID: readonly ZodFeature[] = [
  { name: 'string', field: z.string(), losses: [], samples: ['a', 1] },
  {
    name: 'bounds of a string',
    field: z.string().min(2).max(3),
    losses: [],
    samples: ['a', 'ab', 'abcd'],
  },
  { name: 'regex', field: z.string().regex(/^a+$/), losses: [], samples: ['aa', 'b'] },
  {
    name: 'two regexes',
    field: z.string().regex(/^a/).regex(/b$/),
    losses: [],
    samples: ['ab', 'a', 'b'],
  },
  {
    name: 'starts, ends, includes',
    field: z.string().startsWith('a.').endsWith('z').includes('m'),
    losses: [],
    samples: ['a.mz', 'amz'],
  },
  { name: 'email', field: z.email(), losses: [], samples: ['a@b.co', 'a@', 'no'] },
  {
    name: 'uuid',
    field: z.uuid(),
    losses: [],
    samples: ['550e8400-e29b-41d4-a716-446655440000', 'x'],
  },
  {
    name: 'ISO datetime',
    field: z.iso.datetime(),
    losses: [],
    samples: ['2026-01-01T00:00:00Z', '2026-01-01'],
  },
  {
    name: 'number bounds',
    field: z.number().gt(1).lte(5).multipleOf(0.5),
    losses: [],
    samples: [1, 1.5, 5, 5.5, 1.7],
  },
  { name: 'integer', field: z.int32(), losses: [], samples: [1, 1.5, 2 ** 31] },
  {
    name: 'enum and literals',
    field: z.union([z.enum(['a', 'b']), z.literal([1, null])]),
    losses: [],
    samples: ['a', 1, null, 'c', 2],
  },
  { name: 'nullable', field: z.string().nullable(), losses: [], samples: ['a', null, 1] },
  {
    name: 'array bounds',
    field: z.array(z.string()).min(1).max(2),
    losses: [],
    samples: [['a'], [], ['a', 'b', 'c'], [1]],
  },
  {
    name: 'tuple',
    field: z.tuple([z.string(), z.number()]),
    losses: [],
    samples: [['a', 1], ['a'], ['a', 1, 2]],
  },
  {
    name: 'tuple with rest',
    field: z.tuple([z.string()], z.number()),
    losses: [],
    samples: [['a'], ['a', 1], ['a', 'b']],
  },
  {
    name: 'strict object',
    field: z.strictObject({ a: z.string() }),
    losses: [],
    samples: [{ a: 'x' }, { a: 'x', b: 1 }, {}],
  },
  {
    name: 'catchall',
    field: z.object({ a: z.string() }).catchall(z.number()),
    losses: [],
    samples: [
      { a: 'x', b: 1 },
      { a: 'x', b: 'y' },
    ],
  },
  {
    name: 'record',
    field: z.record(z.string().regex(/^k/), z.number()),
    losses: [],
    samples: [{ k1: 1 }, { x: 1 }, { k1: 'a' }],
  },
  {
    name: 'record over an enum',
    field: z.record(z.enum(['a', 'b']), z.number()),
    losses: [],
    samples: [{ a: 1, b: 2 }, { a: 1 }],
  },
  {
    name: 'discriminated union',
    field: z.discriminatedUnion('t', [
      z.object({ t: z.literal('a'), n: z.number() }),
      z.object({ t: z.literal('b') }),
    ]),
    losses: [],
    samples: [{ t: 'a', n: 1 }, { t: 'b' }, { t: 'a' }, { t: 'c' }],
  },
  {
    name: 'intersection',
    field: z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
    losses: [],
    samples: [{ a: 'x', b: 1 }, { a: 'x' }],
  },
  {
    name: 'recursion',
    field: Tree,
    losses: [],
    samples: [
      { name: 'a', kids: [{ name: 'b' }] },
      { name: 'a', kids: [{}] },
    ],
  },
  {
    name: 'template literal',
    field: z.templateLiteral(['v', z.int()]),
    losses: [],
    samples: ['v1', 'v', 'x'],
  },
  {
    name: 'any and never',
    field: z.union([z.array(z.never()), z.object({ a: z.any() })]),
    losses: [],
    samples: [[], [1], { a: 1 }],
  },
  {
    name: 'brand, which is nothing at run time',
    field: z.string().brand('id'),
    losses: [],
    samples: ['a', 1],
  },
  { name: 'readonly', field: z.array(z.string()).readonly(), losses: [], samples: [['a'], [1]] },

  {
    name: 'a description given as a check',
    field: z.string().check(z.describe('said')),
    losses: [],
    samples: ['a', 1],
  },
  {
    name: 'metadata',
    field: z.string().meta({ title: 'T', description: 'D' }),
    losses: [],
    samples: ['a', 1],
  },
]

export const zodCorpus: readonly Feature[] = [...SAID, ...LOST].map(({ field, ...rest }) => ({
  ...rest,
  name: `zod: ${rest.name}`,
  schema: z.object({ v: field }),
}))

import { z } from 'zod'
import { type Feature } from './corpus.js'

const Tree = z.object({
  name: z.string(),
  get kids() {
    return z.array(Tree).optional()
  },
})

/** Field schemas of zod, by feature. */
const FIELDS: ReadonlyArray<Omit<Feature, 'schema'> & { readonly field: z.ZodType }> = [
  // Said in full.
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

  // Lost, and said to be.
  {
    name: 'refine',
    field: z.string().refine((text) => text.length <= 3),
    losses: ['refinement'],
    samples: ['four'],
  },
  {
    name: 'superRefine',
    field: z.array(z.string()).superRefine((list, ctx) => {
      if (list.length > 1) ctx.addIssue('no')
    }),
    losses: ['refinement'],
    samples: [['a', 'b']],
  },
  {
    name: 'refine of an object',
    field: z.object({ a: z.number() }).refine(({ a }) => a > 1),
    losses: ['refinement'],
    samples: [{ a: 1 }],
  },
  {
    name: 'check of a property',
    field: z.array(z.string()).check(z.property('length', z.literal(2))),
    losses: ['refinement'],
    samples: [['a']],
  },
  {
    name: 'refine and transform',
    field: z
      .string()
      .refine((text) => text.length <= 3)
      .transform((text) => text.trim()),
    losses: ['refinement', 'transform'],
    samples: ['four', ' a'],
  },
  {
    name: 'transform',
    field: z.string().transform((text) => text.length),
    losses: ['transform'],
    samples: ['a'],
  },
  { name: 'trim', field: z.string().trim(), losses: ['transform'], samples: [' a '] },
  { name: 'lower case', field: z.string().toLowerCase(), losses: ['transform'], samples: ['A'] },
  {
    name: 'overwrite',
    field: z.number().overwrite((n) => n + 1),
    losses: ['transform'],
    samples: [1],
  },
  {
    name: 'codec',
    field: z.codec(z.string(), z.number(), { decode: Number, encode: String }),
    losses: ['transform'],
    samples: ['1'],
  },
  { name: 'stringbool', field: z.stringbool(), losses: ['transform'], samples: ['yes', 'perhaps'] },
  { name: 'pipe', field: z.string().pipe(z.string().min(3)), losses: ['pipe'], samples: ['a'] },
  {
    name: 'preprocess',
    field: z.preprocess((value) => Number(value), z.number()),
    losses: ['preprocess'],
    samples: ['1'],
  },
  { name: 'coercion', field: z.coerce.number(), losses: ['coercion'], samples: ['1'] },
  {
    name: 'coerced date',
    field: z.coerce.date(),
    losses: ['coercion', 'date'],
    samples: ['2026-01-01T00:00:00Z'],
  },
  { name: 'catch', field: z.number().catch(3), losses: ['catch'], samples: ['x'] },
  {
    name: 'computed default',
    field: z.string().default(() => Math.random().toString()),
    losses: ['computed_default'],
    samples: ['a'],
    unseen: true,
  },
  { name: 'date', field: z.date(), losses: ['date'], samples: ['2026-01-01T00:00:00Z'] },
  { name: 'bigint', field: z.bigint().positive(), losses: ['bigint'], samples: [1] },
  { name: 'map', field: z.map(z.string(), z.number()), losses: ['map'], samples: [[['a', 1]]] },
  { name: 'set', field: z.set(z.string()), losses: ['set'], samples: [['a']] },
  { name: 'custom', field: z.custom((value) => value === 1), losses: ['custom'], samples: [2] },
  { name: 'instanceof', field: z.instanceof(URL), losses: ['custom'], samples: ['https://a.b'] },
  { name: 'file', field: z.file(), losses: ['file'], samples: ['x'] },
  {
    name: 'promise',
    field: z.promise(z.string()),
    losses: ['promise'],
    samples: ['a'],
    unseen: true,
  },
  {
    name: 'undefined',
    field: z.union([z.string(), z.undefined()]),
    losses: ['|1.undefined'],
    samples: [null],
  },
  {
    name: 'literal undefined',
    field: z.literal(['a', undefined]),
    losses: ['literal'],
    samples: ['a'],
    unseen: true,
  },
  { name: 'regex flags', field: z.string().regex(/^a$/i), losses: ['regex_flags'], samples: ['A'] },
  { name: 'url', field: z.url(), losses: ['format'], samples: ['no'] },
  {
    name: 'url of one host',
    field: z.url({ hostname: /^x\.com$/ }),
    losses: ['format'],
    samples: ['https://y.com'],
  },
  { name: 'jwt', field: z.jwt(), losses: ['format'], samples: ['no'] },
  {
    name: 'own format',
    field: z.stringFormat('even', (text) => text.length % 2 === 0),
    losses: ['format'],
    samples: ['odd'],
  },
  { name: 'credit card', field: z.creditCard(), losses: ['format'], samples: ['4111111111111112'] },
  {
    name: 'numbers as keys',
    field: z.record(z.number().min(5), z.string()),
    losses: ['{key}.key'],
    samples: [{ 3: 'a' }],
  },
  {
    name: 'refined keys',
    field: z.record(
      z.string().refine((key) => key !== 'x'),
      z.string(),
    ),
    losses: ['{key}.refinement'],
    samples: [{ x: 'a' }],
  },
  {
    name: 'symbol key',
    field: z.object({ a: z.string(), [Symbol.for('hidden')]: z.string() }),
    losses: ['symbol_key'],
    samples: [{ a: 'x' }],
  },
  {
    name: 'refine behind lazy',
    field: z.lazy(() => z.string().refine((text) => text !== 'x')),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'refine of elements',
    field: z.array(z.object({ a: z.string().refine((text) => text !== 'x') })),
    losses: ['[].a.refinement'],
    samples: [[{ a: 'x' }]],
  },
  {
    name: 'refine of a tuple’s place',
    field: z.tuple([z.string(), z.number().refine((n) => n > 1)]),
    losses: ['[1].refinement'],
    samples: [['a', 1]],
  },
  {
    name: 'transform of values',
    field: z.record(z.string(), z.string().trim()),
    losses: ['{}.transform'],
    samples: [{ a: ' b' }],
  },
  {
    name: 'refine in an option',
    field: z.union([z.string(), z.number().refine((n) => n > 1)]),
    losses: ['|1.refinement'],
    samples: [1],
  },
]

export const zodCorpus: readonly Feature[] = FIELDS.map(({ field, ...rest }) => ({
  ...rest,
  name: `zod: ${rest.name}`,
  schema: z.object({ v: field }),
}))

import { z } from 'zod'
import { type Feature } from './corpus.js'

export type ZodFeature = Omit<Feature, 'schema'> & { readonly field: z.ZodType }

/** What is lost, and must be said to be. */
export const LOST: readonly ZodFeature[] = [
  {
    name: 'default from the clock',
    field: z.number().default(() => Date.now()),
    losses: ['computed_default'],
    samples: [1],
    unseen: true,
  },
  {
    name: 'default date text',
    field: z.string().default(() => new Date().toISOString()),
    losses: ['computed_default'],
    samples: ['a'],
    unseen: true,
  },
  {
    name: 'default date',
    field: z.date().default(() => new Date()),
    losses: ['computed_default', 'date'],
    samples: ['2026-01-01T00:00:00Z'],
  },
  { name: 'success', field: z.success(z.string()), losses: ['transform'], samples: ['a'] },
  { name: 'sticky regex', field: z.string().regex(/a/y), losses: ['regex_flags'], samples: ['ba'] },
  {
    name: 'pattern that is none by whole characters',
    field: z.string().regex(new RegExp('^\\-$')),
    losses: ['regex_flags'],
    samples: ['-'],
    unseen: true,
  },
  { name: 'ipv6', field: z.ipv6(), losses: ['format'], samples: ['::ffff:1.2.3.4'] },
  { name: 'iban', field: z.iban(), losses: ['format'], samples: ['GB82WEST12345698765433'] },
  {
    name: 'multiples of a tenth',
    field: z.number().multipleOf(0.1),
    losses: ['multiple_of'],
    samples: [0.3],
  },
  {
    name: 'metadata that overrides',
    field: z.string().meta({ pattern: '^z' }),
    losses: ['override'],
    samples: ['a'],
  },
  {
    name: 'refine under optional',
    field: z
      .string()
      .refine((text) => text !== 'x')
      .optional(),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'refine under nullable',
    field: z
      .string()
      .refine((text) => text !== 'x')
      .nullable(),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'refine under readonly',
    field: z
      .string()
      .refine((text) => text !== 'x')
      .readonly(),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'refine under nonoptional',
    field: z
      .string()
      .refine((text) => text !== 'x')
      .optional()
      .nonoptional(),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'refine under default',
    field: z
      .string()
      .refine((text) => text !== 'x')
      .default('y'),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'refine of a catchall',
    field: z.object({}).catchall(z.string().refine((text) => text !== 'x')),
    losses: ['{}.refinement'],
    samples: [{ a: 'x' }],
  },
  {
    name: 'refine left in an intersection',
    field: z.intersection(
      z.object({ a: z.string().refine((text) => text !== 'x') }),
      z.object({ b: z.string() }),
    ),
    losses: ['.a.refinement'],
    samples: [{ a: 'x', b: '' }],
  },
  {
    name: 'refine of a tuple’s rest',
    field: z.tuple(
      [z.string()],
      z.string().refine((text) => text !== 'x'),
    ),
    losses: ['[].refinement'],
    samples: [['a', 'x']],
  },
  {
    name: 'refine after preprocess',
    field: z.preprocess(
      (value) => value,
      z.string().refine((text) => text !== 'x'),
    ),
    losses: ['preprocess', 'refinement'],
    samples: ['x'],
  },
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

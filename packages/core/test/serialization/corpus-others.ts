import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { scope, type } from 'arktype'
import * as v from 'valibot'
import { type Feature } from './corpus.js'

const VALIBOT: ReadonlyArray<Omit<Feature, 'schema'> & { readonly field: v.GenericSchema }> = [
  {
    name: 'bounds of a string',
    field: v.pipe(v.string(), v.minLength(2), v.maxLength(3)),
    losses: [],
    samples: ['a', 'ab', 'abcd'],
  },
  { name: 'regex', field: v.pipe(v.string(), v.regex(/^a+$/)), losses: [], samples: ['aa', 'b'] },
  {
    name: 'integer bounds',
    field: v.pipe(v.number(), v.integer(), v.minValue(2)),
    losses: [],
    samples: [1, 2, 2.5],
  },
  {
    name: 'nullable and picklist',
    field: v.nullable(v.picklist(['a', 'b'])),
    losses: [],
    samples: ['a', null, 'c'],
  },
  {
    name: 'strict object',
    field: v.strictObject({ a: v.optional(v.string()) }),
    losses: [],
    samples: [{}, { a: 'x' }, { b: 1 }],
  },
  {
    name: 'record',
    field: v.record(v.string(), v.number()),
    losses: [],
    samples: [{ a: 1 }, { a: 'x' }],
  },
  {
    name: 'variant',
    field: v.variant('t', [v.object({ t: v.literal('a') }), v.object({ t: v.literal('b') })]),
    losses: [],
    samples: [{ t: 'a' }, { t: 'c' }],
  },
  {
    name: 'a fixed boolean',
    field: v.pipe(v.boolean(), v.value(true)),
    losses: [],
    samples: [true, false],
  },
  { name: 'fallback', field: v.fallback(v.string(), 'x'), losses: ['catch'], samples: [1] },
  {
    name: 'fallback of a pipe',
    field: v.fallback(v.pipe(v.string(), v.minLength(2)), 'xx'),
    losses: ['catch'],
    samples: ['a'],
  },
  {
    name: 'two divisors',
    field: v.pipe(v.number(), v.multipleOf(2), v.multipleOf(3)),
    losses: ['refinement'],
    samples: [2, 3],
  },
  {
    name: 'an optional element',
    field: v.tuple([v.string(), v.optional(v.number())]),
    losses: ['[1].optional_element'],
    samples: [['a']],
  },
  {
    name: 'check in an intersection',
    field: v.intersect([
      v.object({
        a: v.pipe(
          v.string(),
          v.check((text) => text !== 'x'),
        ),
      }),
      v.object({}),
    ]),
    losses: ['.a.refinement'],
    samples: [{ a: 'x' }],
  },
  {
    name: 'check under optional',
    field: v.optional(
      v.pipe(
        v.string(),
        v.check((text) => text !== 'x'),
      ),
    ),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'check of keys',
    field: v.record(
      v.pipe(
        v.string(),
        v.check((text) => text !== 'x'),
      ),
      v.string(),
    ),
    losses: ['{key}.refinement'],
    samples: [{ x: '' }],
  },
  {
    name: 'check',
    field: v.pipe(
      v.string(),
      v.check((text) => text !== 'x'),
    ),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'transform',
    field: v.pipe(
      v.string(),
      v.transform((text) => text.length),
    ),
    losses: ['transform'],
    samples: ['a'],
  },
  { name: 'trim', field: v.pipe(v.string(), v.trim()), losses: ['transform'], samples: [' a'] },
  {
    name: 'pipe of schemas',
    field: v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(3)),
    losses: ['pipe', 'refinement', 'transform'],
    samples: ['1'],
  },
  {
    name: 'brand',
    field: v.pipe(v.string(), v.brand('id')),
    losses: ['brand'],
    samples: ['a'],
    unseen: true,
  },
  {
    name: 'email, which is only named',
    field: v.pipe(v.string(), v.email()),
    losses: ['format'],
    samples: ['no'],
  },
  {
    name: 'second pattern',
    field: v.pipe(v.string(), v.startsWith('a'), v.endsWith('b')),
    losses: ['refinement'],
    samples: ['ac'],
  },
  {
    name: 'regex flags',
    field: v.pipe(v.string(), v.regex(/^a$/i)),
    losses: ['regex_flags'],
    samples: ['A'],
  },
  { name: 'date', field: v.date(), losses: ['date'], samples: ['2026-01-01T00:00:00Z'] },
  { name: 'bigint', field: v.bigint(), losses: ['bigint'], samples: [1] },
  { name: 'map', field: v.map(v.string(), v.number()), losses: ['map'], samples: [[['a', 1]]] },
  { name: 'set', field: v.set(v.string()), losses: ['set'], samples: [['a']] },
  { name: 'custom', field: v.custom((value) => value === 1), losses: ['custom'], samples: [2] },
  { name: 'instance', field: v.instance(URL), losses: ['instance'], samples: ['https://a.b'] },
  {
    name: 'computed default',
    field: v.optional(v.string(), () => Math.random().toString()),
    losses: ['computed_default'],
    samples: ['a'],
    unseen: true,
  },
  {
    name: 'check of elements',
    field: v.array(
      v.pipe(
        v.string(),
        v.check((text) => text !== 'x'),
      ),
    ),
    losses: ['[].refinement'],
    samples: [['x']],
  },
  {
    name: 'check behind lazy',
    field: v.lazy(() =>
      v.pipe(
        v.string(),
        v.check((text) => text !== 'x'),
      ),
    ),
    losses: ['refinement'],
    samples: ['x'],
  },
]

export const valibotCorpus: readonly Feature[] = [
  ...VALIBOT.map(({ field, ...rest }) => ({
    ...rest,
    name: `valibot: ${rest.name}`,
    schema: toStandardJsonSchema(v.object({ v: field })),
  })),
  {
    name: 'valibot: transform of the whole input',
    schema: toStandardJsonSchema(
      v.pipe(
        v.object({ v: v.string() }),
        v.transform((all) => ({ v: `${all.v}!` })),
      ),
    ),
    losses: ['^transform'],
    samples: ['a'],
  },
  {
    name: 'valibot: check of the whole input',
    schema: toStandardJsonSchema(
      v.pipe(
        v.object({ v: v.string() }),
        v.check((all) => all.v !== 'x'),
      ),
    ),
    losses: ['^refinement'],
    samples: ['x'],
  },
]

const { top } = scope({
  node: { v: type('string').narrow((text) => text !== 'x'), 'next?': 'node' },
  top: { v: 'node' },
}).export()

const ARKTYPE: readonly Feature[] = [
  { name: 'array of anything', schema: type({ v: 'unknown[]' }), losses: [], samples: [[1], 1] },
  {
    name: 'narrow behind a name of a scope',
    schema: top,
    losses: ['.v.refinement'],
    samples: [{ v: 'x' }],
  },
  { name: 'any object', schema: type({ v: 'object' }), losses: ['array'], samples: [[]] },
  {
    name: 'narrowed bigint',
    schema: type({ v: type('bigint').narrow(() => true) }),
    losses: ['bigint', 'refinement'],
    samples: [1],
  },
  {
    name: 'narrow of values',
    schema: type({ v: { a: 'string', '[string]': type('string').narrow((text) => text !== 'x') } }),
    losses: ['{}.refinement'],
    samples: [{ a: 'y', b: 'x' }],
  },
  {
    name: 'bounds of a string',
    schema: type({ v: '2 <= string <= 3' }),
    losses: [],
    samples: ['a', 'ab', 'abcd'],
  },
  {
    name: 'number bounds',
    schema: type({ v: 'number.integer > 3' }),
    losses: [],
    samples: [3, 4, 4.5],
  },
  { name: 'email', schema: type({ v: 'string.email' }), losses: [], samples: ['a@b.co', 'no'] },
  {
    name: 'two patterns',
    schema: type({ v: type(/^a/).and(/b$/) }),
    losses: [],
    samples: ['ab', 'ac', 'bb'],
  },
  {
    name: 'union of literals',
    schema: type({ v: "'a' | 'b' | 3" }),
    losses: [],
    samples: ['a', 3, 'c'],
  },
  {
    name: 'tuple',
    schema: type({ v: ['string', 'number?'] }),
    losses: [],
    samples: [['a'], ['a', 1], ['a', 'b'], ['a', 1, 2]],
  },
  {
    name: 'strict object',
    schema: type({ v: { '+': 'reject', a: 'string' } }),
    losses: [],
    samples: [{ a: 'x' }, { a: 'x', b: 1 }],
  },
  {
    name: 'index',
    schema: type({ v: { '[string]': 'number' } }),
    losses: ['array'],
    samples: [[], { a: 1 }],
  },
  {
    name: 'narrow',
    schema: type({ v: type('string').narrow((text) => text !== 'x') }),
    losses: ['refinement'],
    samples: ['x'],
  },
  {
    name: 'morph',
    schema: type({ v: type('string').pipe((text) => text.length) }),
    losses: ['transform'],
    samples: ['a'],
  },
  {
    name: 'parsed number',
    schema: type({ v: 'string.numeric.parse' }),
    losses: ['transform'],
    samples: ['1'],
  },
  { name: 'url', schema: type({ v: 'string.url' }), losses: ['refinement'], samples: ['no'] },
  {
    name: 'date',
    schema: type({ v: 'Date' }),
    losses: ['date'],
    samples: ['2026-01-01T00:00:00Z'],
  },
  { name: 'bigint', schema: type({ v: 'bigint' }), losses: ['bigint'], samples: [1] },
  { name: 'map', schema: type({ v: 'Map' }), losses: ['map'], samples: [[['a', 1]]] },
  { name: 'set', schema: type({ v: 'Set' }), losses: ['set'], samples: [['a']] },
  {
    name: 'instance',
    schema: type({ v: type.instanceOf(URL) }),
    losses: ['instance'],
    samples: ['https://a.b'],
  },
  { name: 'regex flags', schema: type({ v: /^a$/i }), losses: ['regex_flags'], samples: ['A'] },
  {
    name: 'elements after a rest',
    schema: type({ v: ['...', 'string[]', 'number'] }),
    losses: ['tail'],
    samples: [['a', 'b']],
  },
  {
    name: 'narrow of elements',
    schema: type({
      v: type('string')
        .narrow((text) => text !== 'x')
        .array(),
    }),
    losses: ['[].refinement'],
    samples: [['x']],
  },
  {
    name: 'default',
    schema: type({ v: 'string = "x"' }),
    losses: ['^array', 'default'],
    samples: ['a'],
    unseen: true,
  },
]

export const arktypeCorpus: readonly Feature[] = ARKTYPE.map((feature) => ({
  ...feature,
  name: `arktype: ${feature.name}`,
}))

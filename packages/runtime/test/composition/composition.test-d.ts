import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import {
  bind,
  cache,
  createTool,
  dedupe,
  fallback,
  hedge,
  parallel,
  pipe,
  postprocess,
  preprocess,
  retry,
  service,
  timeout,
  when,
} from '@armorer/runtime'

const find = createTool({
  name: 'find',
  description: 'Finds.',
  input: z.object({ query: z.string(), max: z.string().transform(Number) }),
  risk: { effects: 'read' },
  run: ({ query, max }) => ({ id: `${query}${max}` }),
})
const show = createTool({
  name: 'show',
  description: 'Shows.',
  input: z.object({ id: z.string() }),
  risk: { effects: 'read' },
  run: ({ id }) => [id],
})
const set = createTool({
  name: 'set',
  description: 'Sets.',
  input: z.object({ id: z.string() }),
  risk: { effects: 'write', idempotent: true },
  run: () => ({ id: '1' }),
})
const post = createTool({
  name: 'post',
  description: 'Posts.',
  input: z.object({ id: z.string() }),
  risk: { effects: 'write' },
  run: () => 1,
})
const spec = { name: 'composed', description: 'Composed.' } as const

const piped = pipe(spec, find, show)
expectTypeOf(piped).parameter(0).toEqualTypeOf<{ query: string; max: string }>()
expectTypeOf(piped).returns.resolves.toEqualTypeOf<string[]>()
expectTypeOf(piped.effects).toEqualTypeOf<'read'>()
expectTypeOf(piped.name).toEqualTypeOf<'composed'>()
piped.layer(retry()).layer(cache({ ttlMs: 1 }))
// @ts-expect-error what show gives, find does not take
pipe(spec, show, find)
// @ts-expect-error a pipe with a write cannot be repeated
pipe(spec, find, post).layer(retry())
// @ts-expect-error nor one whose idempotent write depends on a step before it
pipe(spec, find, set).layer(retry())
pipe(spec, set, show).layer(retry())
// @ts-expect-error an idempotent write may be repeated, but not kept
pipe(spec, set, show).layer(cache({ ttlMs: 1 }))

const bound = bind(find, { max: '5' }, spec)
expectTypeOf(bound).parameter(0).toEqualTypeOf<{ query: string }>()
expectTypeOf(bound).returns.resolves.toEqualTypeOf<{ id: string }>()
expectTypeOf(bound.effects).toEqualTypeOf<'read'>()
// @ts-expect-error it takes text
bind(find, { max: 5 }, spec)
// @ts-expect-error there is no such argument
bind(find, { maximum: '5' }, spec)

const both = parallel({ ...spec, input: z.object({ id: z.string() }) }, show, set)
expectTypeOf(both).returns.resolves.toEqualTypeOf<[string[], { id: string }]>()
expectTypeOf(both.effects).toEqualTypeOf<'idempotent'>()
// @ts-expect-error find takes something else
parallel({ ...spec, input: z.object({ id: z.string() }) }, show, find)

const input = z.object({ id: z.string() })
const branched = when({ ...spec, input, test: ({ id }) => id === '1' }, show, post)
expectTypeOf(branched).returns.resolves.toEqualTypeOf<string[] | number>()
expectTypeOf(branched.effects).toEqualTypeOf<'write'>()
const half = when({ ...spec, input, test: ({ id }) => id === '1' }, show)
expectTypeOf(half).returns.resolves.toEqualTypeOf<string[] | { id: string }>()

const before = preprocess(show, {
  ...spec,
  input: z.object({ n: z.number() }),
  map: ({ n }) => ({ id: String(n) }),
})
expectTypeOf(before).parameter(0).toEqualTypeOf<{ n: number }>()
expectTypeOf(before).returns.resolves.toEqualTypeOf<string[]>()
// @ts-expect-error show takes text
preprocess(show, { ...spec, input: z.object({ n: z.number() }), map: ({ n }) => ({ id: n }) })

const after = postprocess(show, { ...spec, map: (ids) => ids.length })
expectTypeOf(after).parameter(0).toEqualTypeOf<{ id: string }>()
expectTypeOf(after).returns.resolves.toEqualTypeOf<number>()

// Tools that are layered on the spot are inferred like any other.
expectTypeOf(bind(find.layer(timeout(5)).layer(retry()), { max: '5' }, spec))
  .parameter(0)
  .toEqualTypeOf<{ query: string }>()
expectTypeOf(
  pipe(spec, find.layer(timeout(5)), show.layer(retry())),
).returns.resolves.toEqualTypeOf<string[]>()
expectTypeOf(
  postprocess(show.layer(timeout(5)), { ...spec, map: (ids) => ids.length }),
).returns.resolves.toEqualTypeOf<number>()
expectTypeOf(
  preprocess(show.layer(timeout(5)), {
    ...spec,
    input: z.object({ n: z.number() }),
    map: ({ n }) => ({ id: String(n) }),
  }),
).returns.resolves.toEqualTypeOf<string[]>()

// Layers that keep, share or ask twice at once fit reads alone.
show
  .layer(dedupe())
  .layer(hedge({ afterMs: 1 }))
  .layer(cache({ ttlMs: 1 }))
// @ts-expect-error it writes
set.layer(dedupe())
// @ts-expect-error it writes
post.layer(hedge({ afterMs: 1 }))
const other = service(async (_: { id: string }) => ['x'], { effects: 'read' })
show.layer(fallback(other))
// @ts-expect-error it writes, and may have done it
post.layer(fallback(service(async () => 1, { effects: 'none' })))

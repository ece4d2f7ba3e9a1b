import { type JsonValue } from '@armorer/core'
import fc from 'fast-check'
import { z } from 'zod'
import { effect, operation, spendPermit, type Effect } from '../../src/index.js'
import { readRequest } from '../../src/read-request.js'
import { PERSON } from '../harness/small-world.js'
import { type Trial } from './random.js'

/** Everything that a request to the world may carry: text, target, media by content, query. */
const input = z.object({
  text: z.string(),
  replyTo: z.string().optional(),
  media: z.array(z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
  poll: z.object({ options: z.array(z.string()), minutes: z.number() }).optional(),
  extra: z.unknown().optional(),
})

const OPERATIONS: readonly Effect[] = ['post.create', 'post.quote', 'dm.send'].map((name) =>
  effect({
    operation: operation({ name, input }),
    class: 'create',
    encode: (args) => args,
    async send(permit, request) {
      spendPermit(permit, request)
      return { kind: 'applied', value: null }
    },
  }),
)

interface Asked {
  readonly operation: number
  readonly account: string
  readonly args: z.input<typeof input>
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })

const args: fc.Arbitrary<Asked['args']> = fc.record(
  {
    text,
    replyTo: fc.stringMatching(/^[0-9]{1,19}$/),
    media: fc.array(fc.stringMatching(/^[0-9a-f]{8}$/), { maxLength: 3 }),
    query: fc.dictionary(fc.stringMatching(/^[a-z.]{1,8}$/), text, { maxKeys: 3 }),
    poll: fc.record({
      options: fc.array(text, { minLength: 2, maxLength: 4 }),
      minutes: fc.integer({ min: 5, max: 10_080 }),
    }),
    extra: fc.jsonValue({ maxDepth: 2, noUnicodeString: false }),
  },
  { requiredKeys: ['text'] },
)

const asked: fc.Arbitrary<Asked> = fc.record({
  operation: fc.nat(OPERATIONS.length - 1),
  account: fc.stringMatching(/^[a-z]{1,8}$/),
  args,
})

/** P4: two requests that differ in exactly one field never merge. */
export async function mergesOnlyTheSame({ runs, seed }: Trial): Promise<void> {
  await fc.assert(
    fc.asyncProperty(asked, fc.nat(), async (one, choice) => {
      const other = differing(one, choice)
      if (other === undefined) return
      const [first, second] = await Promise.all([contentOf(one), contentOf(other)])
      if (first === second) throw new Error(`${say(one)} was taken for ${say(other)}`)
    }),
    { numRuns: runs, seed },
  )
}

/** P4: two requests equal up to the order of keys, the form of Unicode and the whitespace of their JSON always do. */
export async function mergesTheSame({ runs, seed }: Trial): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      asked,
      fc.infiniteStream(fc.nat(999)),
      fc.nat(4),
      async (one, random, space) => {
        const next = () => Number(random.next().value)
        const written = JSON.stringify(reordered(one.args, next), undefined, space)
        const other = { ...one, args: JSON.parse(written) as Asked['args'] }
        const [first, second] = await Promise.all([contentOf(one), contentOf(other)])
        if (first !== second) throw new Error(`${say(one)} was not taken for ${say(other)}`)
      },
    ),
    { numRuns: runs, seed },
  )
}

async function contentOf({ operation: index, account, args }: Asked): Promise<string> {
  const effect = OPERATIONS[index]
  if (!effect) throw new Error('no such operation')
  const read = await readRequest(effect, {
    operation: effect.operation,
    args,
    account,
    principal: PERSON,
  })
  if ('kind' in read) throw new Error(`it was refused: ${read.reason}`)
  return read.content
}

/** The same with one field changed; `undefined` where the change says nothing. */
function differing(one: Asked, choice: number): Asked | undefined {
  const { args } = one
  const changes: Array<() => Asked> = [
    () => ({ ...one, account: `${one.account}x` }),
    () => ({ ...one, operation: (one.operation + 1) % OPERATIONS.length }),
    () => ({ ...one, args: { ...args, text: oneCodePoint(args.text, choice) } }),
    () => ({
      ...one,
      args: { ...args, replyTo: args.replyTo === undefined ? '1' : `${args.replyTo}0` },
    }),
    () => ({ ...one, args: { ...args, media: [...(args.media ?? []), 'ffffffff'] } }),
    () => ({ ...one, args: { ...args, media: flipLast(args.media) } }),
    () => ({ ...one, args: { ...args, query: { ...args.query, zz: 'z' } } }),
    () => ({ ...one, args: { ...args, poll: { options: ['a', 'b'], minutes: 4 } } }),
    () => ({ ...one, args: { ...args, extra: [args.extra ?? 'nothing'] } }),
  ]
  const other = changes[choice % changes.length]?.()
  return other && say(normal(one)) !== say(normal(other)) ? other : undefined
}

/** Another text, by one code point put in, taken out or changed. */
function oneCodePoint(text: string, choice: number): string {
  const points = Array.from(text)
  const at = choice % (points.length + 1)
  const kind = choice % 3
  if (kind === 0 || points.length === 1)
    points.splice(at, 0, String.fromCodePoint(97 + (choice % 26)))
  else if (kind === 1) points.splice(at % points.length, 1)
  else points.splice(at % points.length, 1, String.fromCodePoint(0x1f600 + (choice % 64)))
  return points.join('')
}

function flipLast(media: readonly string[] | undefined): string[] {
  const all = [...(media ?? ['00000000'])]
  const last = all.pop() ?? '00000000'
  return [...all, last.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))]
}

/** Keys in another order, and texts in another form of Unicode. */
function reordered(value: unknown, next: () => number): unknown {
  if (typeof value === 'string') return value.normalize(next() % 2 === 0 ? 'NFC' : 'NFD')
  if (Array.isArray(value)) return value.map((item) => reordered(item, next))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, field]) => ({
    at: next(),
    entry: [key, reordered(field, next)] as const,
  }))
  return Object.fromEntries(entries.toSorted((a, b) => a.at - b.at).map(({ entry }) => entry))
}

/** What it means, where its form does not matter. */
function normal(one: Asked): JsonValue {
  const plain: JsonValue = JSON.parse(JSON.stringify(one).normalize('NFC'))
  return plain
}

function say(value: unknown): string {
  return JSON.stringify(value)
}

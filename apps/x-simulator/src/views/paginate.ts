import { createHash } from 'node:crypto'
import { type Json } from '../http/answer.js'
import { type Call } from '../http/endpoint.js'
import { invalidParameter } from '../http/problem.js'

interface Cursor {
  readonly back: boolean
  readonly offset: number
  readonly anchor: string
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly meta: Readonly<Record<string, Json>>
}

/** One page of a list. `items` is read only as far as the page goes. */
export function paginate<Item>(
  call: Call,
  items: Iterable<Item>,
  { size, keyOf }: { size: number; keyOf: (item: Item) => string },
): Page<Item> {
  const wanted = call.query.integer('max_results') ?? size
  const name = call.query.text('next_token') === undefined ? 'pagination_token' : 'next_token'
  const token = call.query.text(name)
  const cursor = token === undefined ? undefined : readToken(name, token)
  const { page, start, more } = cursor?.back
    ? cutBack([...items], cursor, { wanted, keyOf })
    : cutForward(items, cursor, { wanted, keyOf })
  const first = page[0]
  const last = page.at(-1)
  return {
    items: page,
    meta: {
      result_count: page.length,
      ...(more &&
        last !== undefined && {
          next_token: toToken({ back: false, offset: start + page.length, anchor: keyOf(last) }),
        }),
      ...(start > 0 &&
        first !== undefined && {
          previous_token: toToken({ back: true, offset: start, anchor: keyOf(first) }),
        }),
    },
  }
}

interface Cut<Item> {
  readonly page: Item[]
  readonly start: number
  readonly more: boolean
}

interface Wish<Item> {
  readonly wanted: number
  readonly keyOf: (item: Item) => string
}

/** Goes on behind the anchor; where that is gone, at the offset it stood at. */
function cutForward<Item>(
  items: Iterable<Item>,
  cursor: Cursor | undefined,
  { wanted, keyOf }: Wish<Item>,
): Cut<Item> {
  const kept: Item[] = []
  let found = cursor === undefined
  let start = 0
  for (const item of items) {
    kept.push(item)
    if (!found && keyOf(item) === cursor?.anchor) {
      found = true
      start = kept.length
    }
    if (found && kept.length > start + wanted) break
  }
  if (!found && cursor) start = Math.min(cursor.offset, kept.length)
  return { page: kept.slice(start, start + wanted), start, more: kept.length > start + wanted }
}

function cutBack<Item>(
  items: readonly Item[],
  cursor: Cursor,
  { wanted, keyOf }: Wish<Item>,
): Cut<Item> {
  const at = items.findIndex((item) => keyOf(item) === cursor.anchor)
  const end = at === -1 ? Math.min(cursor.offset, items.length) : at
  const start = Math.max(0, end - wanted)
  return { page: items.slice(start, end), start, more: end < items.length }
}

function toToken({ back, offset, anchor }: Cursor): string {
  const payload = Buffer.from(`${back ? 'b' : 'f'}.${offset}.${anchor}`).toString('base64url')
  return sign(payload) + payload
}

function readToken(name: string, token: string): Cursor {
  const payload = token.slice(8)
  const [way, offset, anchor] = Buffer.from(payload, 'base64url').toString('utf8').split('.')
  if (sign(payload) !== token.slice(0, 8) || anchor === undefined) {
    throw invalidParameter(
      name,
      token,
      `The \`${name}\` query parameter value [${token}] is not valid`,
    )
  }
  return { back: way === 'b', offset: Number(offset), anchor }
}

function sign(payload: string): string {
  return createHash('sha256').update(payload).digest('hex').slice(0, 8)
}

/** The tokens of a page alone, for the calls whose answers do not count; `undefined` for a whole list. */
export function tokensOnly({ meta }: Page<unknown>): Readonly<Record<string, Json>> | undefined {
  const { result_count: _, ...tokens } = meta
  return Object.keys(tokens).length > 0 ? tokens : undefined
}

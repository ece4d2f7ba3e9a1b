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

export interface Paging<Item> {
  /** How many items make a page where none is asked for. */
  readonly size: number
  readonly keyOf: (item: Item) => string
  /** Whether a key stands behind another one in the list, if that can be told of one that is gone. */
  readonly isBehind?: (key: string, gone: string) => boolean
}

/** One page of a list. `items` is read only as far as the page goes. */
export function paginate<Item>(
  call: Call,
  items: Iterable<Item>,
  paging: Paging<Item>,
): Page<Item> {
  const { size, keyOf } = paging
  const wanted = call.query.integer('max_results') ?? size
  const name = call.query.text('next_token') === undefined ? 'pagination_token' : 'next_token'
  const token = call.query.text(name)
  const cursor = token === undefined ? undefined : readToken(name, token)
  const { page, start, more } = cursor?.back
    ? cutBack([...items], cursor, { ...paging, wanted })
    : cutForward(items, cursor, { ...paging, wanted })
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

interface Wish<Item> extends Paging<Item> {
  readonly wanted: number
}

/** Goes on behind the anchor; where that is gone, behind its place or else at its offset. */
function cutForward<Item>(
  items: Iterable<Item>,
  cursor: Cursor | undefined,
  { wanted, keyOf, isBehind }: Wish<Item>,
): Cut<Item> {
  const kept: Item[] = []
  let found = cursor === undefined
  let start = 0
  for (const item of items) {
    kept.push(item)
    if (!found && cursor) {
      const key = keyOf(item)
      const behind = isBehind?.(key, cursor.anchor) ?? false
      found = key === cursor.anchor || behind
      start = behind ? kept.length - 1 : kept.length
    }
    if (found && kept.length > start + wanted) break
  }
  if (!found && cursor) start = Math.min(cursor.offset, kept.length)
  return { page: kept.slice(start, start + wanted), start, more: kept.length > start + wanted }
}

function cutBack<Item>(
  items: readonly Item[],
  cursor: Cursor,
  { wanted, keyOf, isBehind }: Wish<Item>,
): Cut<Item> {
  const at = items.findIndex((item) => {
    const key = keyOf(item)
    return key === cursor.anchor || isBehind?.(key, cursor.anchor)
  })
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

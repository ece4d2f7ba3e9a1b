import { type Json, type JsonObject } from '../http/answer.js'

export type Resource = 'post' | 'user' | 'list' | 'space' | 'dm' | 'edge' | 'media'

/** What a call costs: by the object that it returns, by the call, or by what was written. */
export type Price =
  | { readonly kind: 'free' }
  | { readonly kind: 'per-object'; readonly resource: Resource; readonly ownable?: boolean }
  | { readonly kind: 'per-call'; readonly dollars: number }
  | { readonly kind: 'post' }

export const free: Price = { kind: 'free' }

export function perObject(resource: Resource, ownable = false): Price {
  return { kind: 'per-object', resource, ownable }
}

export function perCall(dollars: number): Price {
  return { kind: 'per-call', dollars }
}

const perResource: Readonly<Record<Resource, number>> = {
  post: 0.005,
  list: 0.005,
  space: 0.005,
  user: 0.01,
  dm: 0.01,
  edge: 0.001,
  media: 0,
}
const ownedDollars = 0.001
const included: Readonly<Record<string, Resource>> = {
  posts: 'post',
  users: 'user',
  media: 'media',
}

/** What a new post costs, by what stands in it. */
export function postPrice(post: { readonly links: number; readonly summoned: boolean }): number {
  if (post.links > 0) return 0.2
  return post.summoned ? 0.01 : 0.015
}

export interface Item {
  readonly resource: Resource
  readonly id: string
  readonly dollars: number
}

/** The objects in an answer, each with its price. Expanded objects are billed like the rest. */
export function listItems(body: JsonObject, resource: Resource, owned: boolean): Item[] {
  const dollars = owned ? ownedDollars : perResource[resource]
  const main = toArray(body['data']).map((item) => ({ resource, id: idOf(item), dollars }))
  const includes = isMembers(body['includes']) ? body['includes'] : {}
  const expanded = Object.entries(included).flatMap(([name, kind]) =>
    toArray(includes[name]).map((item) => ({
      resource: kind,
      id: idOf(item),
      dollars: perResource[kind],
    })),
  )
  return [...main, ...expanded]
}

function toArray(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function idOf(item: Json): string {
  const id = isMembers(item) ? (item['id'] ?? item['media_key']) : undefined
  return typeof id === 'string' ? id : ''
}

function isMembers(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && !Array.isArray(value)
}

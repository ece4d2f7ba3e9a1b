import { type Endpoint } from './endpoints/endpoint.js'
import { type Resource } from './endpoints/price.js'
import { isObject } from './is-object.js'

const perResource: Readonly<Record<Resource, number>> = {
  post: 5_000,
  list: 5_000,
  space: 5_000,
  user: 10_000,
  message: 10_000,
  edge: 1_000,
}
const OWNED = 1_000
const included = { posts: 'post', tweets: 'post', users: 'user' } as const

/** The price of a new post, in millionths of a dollar. A link makes it thirteen times dearer. */
export function priceOfPost(post: {
  readonly hasLink: boolean
  readonly summoned?: boolean
}): number {
  if (post.hasLink) return 200_000
  return post.summoned === true ? 10_000 : 15_000
}

/** The most that a call can cost, before it is made. `objects` is how many it may return, expansions and all. */
export function estimateCost(
  { price }: Endpoint,
  facts: { readonly objects?: number; readonly owned?: boolean; readonly hasLink?: boolean } = {},
): number {
  switch (price.kind) {
    case 'free':
      return 0
    case 'per_call':
      return price.microUsd
    case 'post':
      return priceOfPost({ hasLink: facts.hasLink ?? true })
    case 'per_object': {
      const each = price.ownable && facts.owned === true ? OWNED : perResource[price.resource]
      return each * (facts.objects ?? 1)
    }
  }
}

/** An object in an answer, and what X charges for it. */
export interface Charge {
  /** The same object is charged once in a UTC day. */
  readonly key: string
  readonly microUsd: number
}

/** The objects in an answer with their prices. Expanded objects are billed like the rest. */
export function listCharges({ price }: Endpoint, body: unknown, owned: boolean): Charge[] {
  if (price.kind !== 'per_object' || !isObject(body)) return []
  const each = price.ownable && owned ? OWNED : perResource[price.resource]
  const main = toArray(body['data']).map((item) => charge(price.resource, item, each))
  const includes = isObject(body['includes']) ? body['includes'] : {}
  const expanded = Object.entries(included).flatMap(([name, resource]) =>
    toArray(includes[name]).map((item) => charge(resource, item, perResource[resource])),
  )
  return [...main, ...expanded]
}

function charge(resource: Resource, item: unknown, microUsd: number): Charge {
  const id = isObject(item) ? item['id'] : undefined
  return { key: `${resource} ${typeof id === 'string' ? id : ''}`, microUsd }
}

function toArray(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

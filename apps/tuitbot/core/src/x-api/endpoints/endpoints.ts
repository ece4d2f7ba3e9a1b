import { type Endpoint } from './endpoint.js'
import { lists } from './lists.js'
import { media } from './media.js'
import { others } from './others.js'
import { posts } from './posts.js'
import { accounts } from './users.js'

const table = { ...posts, ...accounts, ...lists, ...media, ...others }

/** X's own name for the call. */
export type EndpointId = keyof typeof table

type OfMethod<Wanted> = {
  [Id in EndpointId]: (typeof table)[Id] extends Endpoint<infer M>
    ? M extends Wanted
      ? Id
      : never
    : never
}[EndpointId]

export type ReadId = OfMethod<'GET'>
export type WriteId = Exclude<EndpointId, ReadId>

/** Every call of X's API that can be made from here. */
export const endpoints: Readonly<{ [Id in EndpointId]: Endpoint }> = table

// The keys of the table are its ids: it is written out above.
export const endpointIds = Object.keys(table) as readonly EndpointId[]

export function isRead(id: EndpointId): id is ReadId {
  return endpoints[id].method === 'GET'
}

/** A call that older tools know and X has dropped. */
export interface DroppedEndpoint {
  readonly method: string
  readonly path: string
  readonly why: string
}

export const droppedEndpoints: readonly DroppedEndpoint[] = [
  ['POST', '/2/users/{user_id}/blocking', 'block accounts on x.com'],
  ['DELETE', '/2/users/{user_id}/blocking/{target_user_id}', 'unblock accounts on x.com'],
  ['PUT', '/2/users/{user_id}/pinned_tweet', 'pin posts on x.com'],
  ['DELETE', '/2/users/{user_id}/pinned_tweet', 'unpin posts on x.com'],
].map(([method = '', path = '', instead = '']) => ({
  method,
  path,
  why: `X no longer offers ${method} ${path}: ${instead}`,
}))

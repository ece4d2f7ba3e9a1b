import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { id, object, readJson } from '../http/schema.js'
import { perCall, perObject } from '../limits/prices.js'
import { listsOf } from '../views/edges.js'
import { listQuery, pages } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { paginate } from '../views/paginate.js'
import { manyReply } from '../views/reply.js'
import { showLists } from '../views/show-lists.js'
import { findVisibleList } from '../views/visibility.js'
import { type List } from '../world/world.js'
import { getList } from './get-list.js'

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['list.read', 'tweet.read', 'users.read'],
  price: perObject('list', true),
  query: { ...pages(1, 100), ...listQuery },
} as const
const write = {
  auth: ['user'],
  scopes: ['list.write', 'tweet.read', 'users.read'],
  limits: { user: 50 },
  price: perCall(0.005),
  self: 'id',
} as const

/** Lists as they concern one account. */
export const userLists: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/users/:id/owned_lists',
    limits: { app: 15, user: 15 },
    run: (call) =>
      reply(
        call,
        all(call, ({ ownerId }) => ownerId === target(call).id),
      ),
  },
  {
    ...read,
    path: '/2/users/:id/list_memberships',
    limits: { app: 75, user: 75 },
    run: (call) =>
      reply(
        call,
        all(call, ({ members }) => members.has(target(call).id)),
      ),
  },
  {
    ...read,
    path: '/2/users/:id/followed_lists',
    limits: { app: 15, user: 15 },
    run: (call) => reply(call, listsOf(call, target(call).followedLists)),
  },
  {
    ...read,
    path: '/2/users/:id/pinned_lists',
    auth: ['user'],
    limits: { user: 15 },
    self: 'id',
    query: listQuery,
    run: listPinned,
  },
  { ...write, method: 'POST', path: '/2/users/:id/followed_lists', run: followList },
  { ...write, method: 'DELETE', path: '/2/users/:id/followed_lists/:list_id', run: unfollowList },
  { ...write, method: 'POST', path: '/2/users/:id/pinned_lists', run: pinList },
  { ...write, method: 'DELETE', path: '/2/users/:id/pinned_lists/:list_id', run: unpinList },
]

function target(call: Call) {
  return getUser(call, 'id', param(call, 'id'))
}

function all(call: Call, wanted: (list: List) => boolean): List[] {
  const visible = [...call.world.lists.values()].filter((list) => findVisibleList(call, list.id))
  return visible.filter(wanted).toReversed()
}

function reply(call: Call, lists: Iterable<List>): Reply {
  const { items, meta } = paginate(call, lists, { size: 100, keyOf: (list) => list.id })
  return manyReply(showLists(call, items), [], meta)
}

function listPinned(call: Call): Reply {
  const pinned = [...listsOf(call, getActor(call).pinnedLists)]
  return manyReply(showLists(call, pinned), [], { result_count: pinned.length })
}

function readList(call: Call): List {
  const { list_id } = readJson(object({ list_id: id }), call.body)
  return getList(call, 'list_id', list_id)
}

function followList(call: Call): Reply {
  const list = readList(call)
  const actor = getActor(call)
  if (!actor.followedLists.has(list.id)) call.effect('list-follow.create', { id: list.id })
  actor.followedLists.set(list.id, call.now)
  list.followers.set(actor.id, call.now)
  return { body: { data: { following: true } } }
}

function unfollowList(call: Call): Reply {
  const list = getList(call, 'list_id', param(call, 'list_id'))
  const actor = getActor(call)
  list.followers.delete(actor.id)
  if (actor.followedLists.delete(list.id)) call.effect('list-follow.delete', { id: list.id })
  return { body: { data: { following: false } } }
}

function pinList(call: Call): Reply {
  const list = readList(call)
  const { pinnedLists } = getActor(call)
  if (!pinnedLists.has(list.id)) call.effect('list-pin.create', { id: list.id })
  pinnedLists.set(list.id, call.now)
  return { body: { data: { pinned: true } } }
}

function unpinList(call: Call): Reply {
  const list = getList(call, 'list_id', param(call, 'list_id'))
  if (getActor(call).pinnedLists.delete(list.id)) call.effect('list-pin.delete', { id: list.id })
  return { body: { data: { pinned: false } } }
}

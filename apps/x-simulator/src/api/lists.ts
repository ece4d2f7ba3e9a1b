import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { boolean, id, object, optional, readJson, text } from '../http/schema.js'
import { perCall, perObject } from '../limits/prices.js'
import { accountsOf } from '../views/edges.js'
import { listQuery, pages, postQuery, userQuery } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { oneReply, postsReply, usersReply } from '../views/reply.js'
import { showLists } from '../views/show-lists.js'
import { newestFirst, takeLast } from '../views/visibility.js'
import { type List } from '../world/world.js'
import { getList, getOwnList } from './get-list.js'

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['list.read', 'tweet.read', 'users.read'],
} as const
const write = {
  auth: ['user'],
  scopes: ['list.write', 'tweet.read', 'users.read'],
  limits: { user: 300 },
  price: perCall(0.005),
} as const
const name = text({ min: 1, max: 25 })
const description = text({ max: 100 })

export const lists: readonly Endpoint[] = [
  {
    ...write,
    method: 'POST',
    path: '/2/lists',
    scopes: ['list.read', 'list.write', 'tweet.read', 'users.read'],
    price: perCall(0.01),
    run: create,
  },
  {
    ...read,
    path: '/2/lists/:id',
    limits: { app: 75, user: 75 },
    price: perObject('list'),
    query: listQuery,
    run: (call) => oneReply(showLists(call, [getList(call, 'id', param(call, 'id'))])),
  },
  { ...write, method: 'PUT', path: '/2/lists/:id', run: update },
  { ...write, method: 'DELETE', path: '/2/lists/:id', run: remove },
  {
    ...read,
    path: '/2/lists/:id/members',
    limits: { app: 900, user: 900 },
    price: perObject('user'),
    query: { ...pages(1, 100), ...userQuery },
    run: (call) => usersReply(call, accountsOf(call, target(call).members), 100),
  },
  { ...write, method: 'POST', path: '/2/lists/:id/members', run: addMember },
  { ...write, method: 'DELETE', path: '/2/lists/:id/members/:user_id', run: removeMember },
  {
    ...read,
    path: '/2/lists/:id/followers',
    limits: { app: 180, user: 180 },
    price: perObject('user'),
    query: { ...pages(1, 100), ...userQuery },
    run: (call) => usersReply(call, accountsOf(call, target(call).followers), 100),
  },
  {
    ...read,
    path: '/2/lists/:id/tweets',
    limits: { app: 900, user: 900 },
    price: perObject('post'),
    query: { ...pages(1, 100), ...postQuery },
    run: (call) => {
      const { members } = target(call)
      const posts = takeLast(call.world.timeline, 800, ({ authorId }) => members.has(authorId))
      return postsReply(call, newestFirst(call, posts), 100)
    },
  },
]

function target(call: Call): List {
  return getList(call, 'id', param(call, 'id'))
}

function create(call: Call): Reply {
  const shape = object({ name, description: optional(description), private: optional(boolean) })
  const wish = readJson(shape, call.body)
  const list: List = {
    id: call.world.nextId(call.now),
    ownerId: getActor(call).id,
    createdAt: call.now,
    name: wish.name,
    description: wish.description ?? '',
    private: wish.private ?? false,
    members: new Map(),
    followers: new Map(),
  }
  call.world.lists.set(list.id, list)
  call.effect('list.create', { id: list.id, name: list.name })
  return { status: 201, body: { data: { id: list.id, name: list.name } } }
}

function update(call: Call): Reply {
  const shape = object({
    name: optional(name),
    description: optional(description),
    private: optional(boolean),
  })
  const wish = readJson(shape, call.body)
  const list = getOwnList(call, param(call, 'id'))
  list.name = wish.name ?? list.name
  list.description = wish.description ?? list.description
  list.private = wish.private ?? list.private
  call.effect('list.update', { id: list.id })
  return { body: { data: { updated: true } } }
}

function remove(call: Call): Reply {
  const list = getOwnList(call, param(call, 'id'))
  call.world.lists.delete(list.id)
  call.effect('list.delete', { id: list.id })
  return { body: { data: { deleted: true } } }
}

function addMember(call: Call): Reply {
  const { user_id } = readJson(object({ user_id: id }), call.body)
  const list = getOwnList(call, param(call, 'id'))
  const member = getUser(call, 'user_id', user_id)
  if (!list.members.has(member.id)) {
    list.members.set(member.id, call.now)
    call.effect('list-member.create', { id: list.id, member: member.username })
  }
  return { body: { data: { is_member: true } } }
}

function removeMember(call: Call): Reply {
  const list = getOwnList(call, param(call, 'id'))
  const member = getUser(call, 'user_id', param(call, 'user_id'))
  if (list.members.delete(member.id)) {
    call.effect('list-member.delete', { id: list.id, member: member.username })
  }
  return { body: { data: { is_member: false } } }
}

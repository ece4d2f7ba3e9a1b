import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { notFoundError, notPermitted, onlyErrors } from '../http/problem.js'
import { perObject } from '../limits/prices.js'
import { pages, postQuery, spaceQuery, userQuery } from '../views/fields.js'
import { manyReply, oneReply, postsReply, usersReply } from '../views/reply.js'
import { showSpaces, spaceState } from '../views/show-spaces.js'
import { findVisiblePost } from '../views/visibility.js'
import { type Space } from '../world/world.js'

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['space.read', 'tweet.read', 'users.read'],
  limits: { app: 300, user: 300 },
  price: perObject('space'),
  forms: { id: /^[A-Za-z0-9]{1,13}$/ },
} as const

export const spaces: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/spaces',
    query: { ids: { kind: 'keys', max: 100, required: true }, ...spaceQuery },
    run: lookUpMany,
  },
  {
    ...read,
    path: '/2/spaces/by/creator_ids',
    query: { user_ids: { kind: 'ids', max: 100, required: true }, ...spaceQuery },
    run: (call) => {
      const wanted = new Set(call.query.list('user_ids'))
      return list(call, ({ creatorId }) => wanted.has(creatorId))
    },
  },
  {
    ...read,
    path: '/2/spaces/search',
    query: {
      query: { kind: 'text', max: 2048, required: true },
      state: { kind: 'choice', values: ['live', 'scheduled', 'all'] },
      max_results: { kind: 'integer', min: 1, max: 100 },
      ...spaceQuery,
    },
    run: search,
  },
  {
    ...read,
    path: '/2/spaces/:id',
    query: spaceQuery,
    run: (call) => oneReply(showSpaces(call, [getSpace(call)])),
  },
  {
    ...read,
    path: '/2/spaces/:id/buyers',
    auth: ['user'],
    price: perObject('user'),
    query: { ...pages(1, 100, 16), ...userQuery },
    run: listBuyers,
  },
  {
    ...read,
    path: '/2/spaces/:id/tweets',
    price: perObject('post'),
    query: { ...pages(1, 100), ...postQuery },
    run: (call) => {
      const posts = getSpace(call).postIds.flatMap((id) => findVisiblePost(call, id) ?? [])
      return postsReply(call, posts.toReversed(), 100)
    },
  },
]

function getSpace(call: Call): Space {
  const value = param(call, 'id')
  const space = call.world.spaces.get(value)
  if (space) return space
  throw onlyErrors(call.method, notFoundError({ resource: 'space', parameter: 'id', value }))
}

function lookUpMany(call: Call): Reply {
  const ids = [...new Set(call.query.list('ids'))]
  const found = ids.flatMap((id) => call.world.spaces.get(id) ?? [])
  const errors = ids
    .filter((id) => !call.world.spaces.has(id))
    .map((value) => notFoundError({ resource: 'space', parameter: 'ids', value }))
  return manyReply(showSpaces(call, found), errors)
}

function list(call: Call, wanted: (space: Space) => boolean): Reply {
  const size = call.query.integer('max_results') ?? 100
  const found = [...call.world.spaces.values()].filter(wanted).slice(0, size)
  return manyReply(showSpaces(call, found), [], { result_count: found.length })
}

function search(call: Call): Reply {
  const words = (call.query.text('query') ?? '').toLowerCase()
  const state = call.query.text('state') ?? 'all'
  return list(call, (space) => {
    const present = spaceState(space, call.now)
    const fits = state === 'all' ? present !== 'ended' : present === state
    return fits && space.title.toLowerCase().includes(words)
  })
}

function listBuyers(call: Call): Reply {
  const space = getSpace(call)
  if (space.creatorId !== getActor(call).id) {
    throw notPermitted('Only its creator sees who bought a ticket.')
  }
  const buyers = space.buyerIds.flatMap((id) => call.world.accounts.get(id) ?? [])
  return usersReply(call, buyers, 100)
}

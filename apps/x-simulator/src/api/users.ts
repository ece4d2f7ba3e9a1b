import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { perObject } from '../limits/prices.js'
import { userQuery } from '../views/fields.js'
import { findUser, type Found } from '../views/find-account.js'
import { paginate, tokensOnly } from '../views/paginate.js'
import { manyReply, oneReply, usersReply } from '../views/reply.js'
import { showUsers } from '../views/show-users.js'

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['tweet.read', 'users.read'],
  limits: { app: 300, user: 900 },
  price: perObject('user'),
  query: userQuery,
} as const

export const users: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/users/me',
    auth: ['user'],
    limits: { user: 75 },
    run: (call) => oneReply(showUsers(call, [getActor(call)])),
  },
  {
    ...read,
    path: '/2/users',
    query: { ids: { kind: 'ids', max: 100, required: true }, ...userQuery },
    run: (call) => many(call, 'ids'),
  },
  {
    ...read,
    path: '/2/users/by',
    query: { usernames: { kind: 'names', max: 100, required: true }, ...userQuery },
    run: (call) => many(call, 'usernames'),
  },
  {
    ...read,
    path: '/2/users/by/username/:username',
    forms: { username: /^[A-Za-z0-9_]{1,15}$/ },
    run: (call) => one(call, findUser(call, 'username', param(call, 'username'))),
  },
  {
    ...read,
    path: '/2/users/:id',
    run: (call) => one(call, findUser(call, 'id', param(call, 'id'))),
  },
  {
    ...read,
    path: '/2/users/search',
    auth: ['user'],
    query: {
      query: { kind: 'text', max: 500, required: true },
      max_results: { kind: 'integer', min: 1, max: 1000 },
      next_token: { kind: 'text' },
      ...userQuery,
    },
    run: search,
  },
  {
    ...read,
    path: '/2/users/:id/affiliates',
    query: {
      max_results: { kind: 'integer', min: 1, max: 1000 },
      pagination_token: { kind: 'text' },
      ...userQuery,
    },
    // Nobody in this world is affiliated with an organisation.
    run: (call) => usersReply(call, [], 100),
  },
]

function one(call: Call, found: Found): Reply {
  return found.kind === 'found'
    ? oneReply(showUsers(call, [found.account]))
    : oneReply(undefined, [found.error])
}

function many(call: Call, parameter: 'ids' | 'usernames'): Reply {
  const found = [...new Set(call.query.list(parameter))].map((value) =>
    findUser(call, parameter, value),
  )
  return manyReply(
    showUsers(
      call,
      found.flatMap((result) => (result.kind === 'found' ? [result.account] : [])),
    ),
    found.flatMap((result) => (result.kind === 'missing' ? [result.error] : [])),
  )
}

function search(call: Call): Reply {
  const wanted = (call.query.text('query') ?? '').toLowerCase()
  const found = [...call.world.accounts.values()].filter(
    ({ username, name, description, suspended }) =>
      !suspended &&
      [username, name, description].some((text) => text.toLowerCase().includes(wanted)),
  )
  const page = paginate(call, found, { size: 100, keyOf: ({ id }) => id })
  return manyReply(showUsers(call, page.items), [], tokensOnly(page))
}

import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { onlyErrors, unauthorizedError } from '../http/problem.js'
import { perObject } from '../limits/prices.js'
import { pages, postQuery, span } from '../views/fields.js'
import { getUser } from '../views/find-account.js'
import { timelineReply } from '../views/reply.js'
import { readSpan, within } from '../views/span.js'
import { isOpenTo, newestFirst, takeLast } from '../views/visibility.js'
import { type Post } from '../world/world.js'

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['tweet.read', 'users.read'],
  price: perObject('post', true),
} as const
const exclude = { kind: 'set', values: new Set(['replies', 'retweets']) } as const

// As far back as X goes.
const ownDepth = 3200
const mentionDepth = 800
const homeDepth = 800

export const timelines: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/users/:id/tweets',
    limits: { app: 10_000, user: 900 },
    query: { ...pages(5, 100), ...span, exclude, ...postQuery },
    run: listOwn,
  },
  {
    ...read,
    path: '/2/users/:id/mentions',
    limits: { app: 450, user: 300 },
    query: { ...pages(5, 100), ...span, ...postQuery },
    run: listMentions,
  },
  {
    ...read,
    path: '/2/users/:id/timelines/reverse_chronological',
    auth: ['user'],
    limits: { user: 180 },
    self: 'id',
    query: { ...pages(1, 100), ...span, exclude, ...postQuery },
    run: listHome,
  },
]

function listOwn(call: Call): Reply {
  const account = getUser(call, 'id', param(call, 'id'))
  if (!isOpenTo(call, account)) {
    const missing = { resource: 'user', parameter: 'id', value: account.id } as const
    throw onlyErrors(call.method, unauthorizedError(missing))
  }
  return reply(call, account.posts.slice(-ownDepth))
}

function listMentions(call: Call): Reply {
  const account = getUser(call, 'id', param(call, 'id'))
  return reply(call, account.mentions.slice(-mentionDepth))
}

function listHome(call: Call): Reply {
  const actor = getActor(call)
  const posts = takeLast(
    call.world.timeline,
    homeDepth,
    ({ authorId }) =>
      (authorId === actor.id || actor.following.has(authorId)) && !actor.muting.has(authorId),
  )
  return reply(call, posts, 100)
}

function reply(call: Call, oldestFirst: readonly Post[], size?: number): Reply {
  const left = call.query.set('exclude')
  const wanted = oldestFirst.filter(
    ({ replyToId, repostOfId }) =>
      !(left.has('replies') && replyToId !== undefined) &&
      !(left.has('retweets') && repostOfId !== undefined),
  )
  return timelineReply(call, within(readSpan(call), newestFirst(call, wanted)), { size })
}

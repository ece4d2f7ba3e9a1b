import { type Call, type Endpoint, param, type Reply } from '../http/endpoint.js'
import { notFoundError, onlyErrors } from '../http/problem.js'
import { perCall } from '../limits/prices.js'
import { pick } from '../views/pick.js'
import { newestFirst } from '../views/visibility.js'

const dayMs = 24 * 60 * 60 * 1000

// The whole world, and the countries that the cast lives in.
const places = new Set(['1', '23424819', '23424856', '23424796', '23424908', '23424803'])

export const trends: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/2/trends/by/woeid/:woeid',
    auth: ['app', 'user'],
    scopes: [],
    limits: { app: 75 },
    price: perCall(0.01),
    forms: { woeid: /^[0-9]{1,10}$/ },
    query: {
      max_trends: { kind: 'integer', min: 1, max: 50 },
      'trend.fields': { kind: 'set', values: new Set(['trend_name', 'tweet_count']) },
    },
    run: byPlace,
  },
  {
    method: 'GET',
    path: '/2/users/personalized_trends',
    auth: ['user'],
    scopes: ['tweet.read', 'users.read'],
    limits: { app: 200, user: 10, userDay: 100 },
    price: perCall(0.01),
    query: {
      'personalized_trend.fields': {
        kind: 'set',
        values: new Set(['category', 'post_count', 'trend_name', 'trending_since']),
      },
    },
    run: personalized,
  },
]

function byPlace(call: Call): Reply {
  const woeid = param(call, 'woeid')
  if (!places.has(woeid)) {
    const missing = { resource: 'place', parameter: 'woeid', value: woeid } as const
    throw onlyErrors(call.method, notFoundError(missing))
  }
  const found = rank(call).slice(0, call.query.integer('max_trends') ?? 20)
  const wanted = new Set(['trend_name', ...call.query.set('trend.fields')])
  const data = found.map(({ tag, count }) =>
    pick({ trend_name: () => `#${tag}`, tweet_count: () => count }, wanted),
  )
  return { body: data.length > 0 ? { data } : {} }
}

function personalized(call: Call): Reply {
  const wanted = new Set(['trend_name', ...call.query.set('personalized_trend.fields')])
  const data = rank(call)
    .slice(0, 10)
    .map(({ tag, count }) =>
      pick(
        {
          trend_name: () => `#${tag}`,
          post_count: () => `${count} posts`,
          category: () => 'Technology',
          trending_since: () => 'Trending now',
        },
        wanted,
      ),
    )
  return { body: data.length > 0 ? { data } : {} }
}

/** Hashtags of the last week, most used first. */
function rank(call: Call): Array<{ tag: string; count: number }> {
  const counts = new Map<string, { tag: string; count: number }>()
  for (const post of newestFirst(call, call.world.timeline)) {
    if (post.createdAt < call.now - 7 * dayMs) break
    for (const { tag } of post.entities.hashtags) {
      const known = counts.get(tag.toLowerCase())
      if (known) known.count++
      else counts.set(tag.toLowerCase(), { tag, count: 1 })
    }
  }
  return [...counts.values()].toSorted((left, right) => right.count - left.count)
}

import { type Call, type Endpoint, type Reply } from '../http/endpoint.js'
import { invalidParameter } from '../http/problem.js'
import { type Parameters } from '../http/query.js'
import { perCall, perObject } from '../limits/prices.js'
import { asksForReposts, compileAll } from '../search/compile-query.js'
import { findCandidates } from '../search/find-candidates.js'
import { parseQuery } from '../search/parse-query.js'
import { postQuery, span } from '../views/fields.js'
import { isoTime } from '../views/pick.js'
import { timelineReply } from '../views/reply.js'
import { isWithin, readSpan } from '../views/span.js'
import { isVisible } from '../views/visibility.js'
import { type Post } from '../world/world.js'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const recentMs = 7 * dayMs
const stepMs = { minute: minuteMs, hour: 60 * minuteMs, day: dayMs }

const searched = (longest: number): Parameters => ({
  query: { kind: 'text', max: longest, required: true },
  next_token: { kind: 'text' },
  pagination_token: { kind: 'text' },
  ...span,
})
const sorted: Parameters = { sort_order: { kind: 'choice', values: ['recency', 'relevancy'] } }
const counted: Parameters = {
  granularity: { kind: 'choice', values: Object.keys(stepMs) },
  'search_count.fields': { kind: 'set', values: new Set(['end', 'start', 'post_count']) },
}

export const search: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/2/tweets/search/recent',
    auth: ['app', 'user'],
    scopes: ['tweet.read', 'users.read'],
    limits: { app: 450, user: 300 },
    price: perObject('post'),
    query: {
      ...searched(512),
      max_results: { kind: 'integer', min: 10, max: 100 },
      ...sorted,
      ...postQuery,
    },
    run: (call) => find(call, call.now - recentMs),
  },
  {
    method: 'GET',
    path: '/2/tweets/search/all',
    auth: ['app'],
    scopes: [],
    limits: { app: 300 },
    price: perObject('post'),
    query: {
      ...searched(1024),
      max_results: { kind: 'integer', min: 10, max: 500 },
      ...sorted,
      ...postQuery,
    },
    run: (call) => find(call, undefined),
  },
  {
    method: 'GET',
    path: '/2/tweets/counts/recent',
    auth: ['app', 'user'],
    scopes: [],
    limits: { app: 300 },
    price: perCall(0.005),
    query: { ...searched(512), ...counted },
    run: (call) => count(call, call.now - recentMs),
  },
  {
    method: 'GET',
    path: '/2/tweets/counts/all',
    auth: ['app'],
    scopes: [],
    limits: { app: 300 },
    price: perCall(0.01),
    query: { ...searched(1024), ...counted },
    run: (call) => count(call, undefined),
  },
]

function find(call: Call, earliest: number | undefined): Reply {
  const { candidates, fits } = prepare(call, earliest)
  if (call.query.text('sort_order') !== 'relevancy') {
    return timelineReply(call, newestFitting(candidates, fits))
  }
  const weight = (post: Post) => post.likes.size + 2 * post.reposts.size + post.replies
  const found = candidates.filter(fits).toReversed()
  const best = found.toSorted((left, right) => weight(right) - weight(left))
  return timelineReply(call, best, { ranked: true })
}

interface Prepared {
  readonly candidates: readonly Post[]
  readonly fits: (post: Post) => boolean
}

function prepare(call: Call, earliest: number | undefined): Prepared {
  const text = call.query.text('query') ?? ''
  const parsed = parseQuery(text)
  if (parsed.kind === 'invalid') {
    throw invalidParameter(
      'query',
      text,
      `There were errors processing your request: ${parsed.why}`,
    )
  }
  const { node } = parsed
  const withReposts = asksForReposts(node)
  const range = readSpan(call, earliest)
  const oldest = earliest ?? 0
  const { posts, rest } = findCandidates(call.world, node)
  const matches = compileAll(call.world, rest)
  return {
    candidates: posts,
    fits: (post) =>
      post.createdAt >= oldest &&
      (withReposts || post.repostOfId === undefined) &&
      matches(post) &&
      isWithin(range, post) &&
      isVisible(call, post),
  }
}

function* newestFitting(posts: readonly Post[], fits: (post: Post) => boolean): Generator<Post> {
  for (let index = posts.length - 1; index >= 0; index--) {
    const post = posts[index]
    if (post && fits(post)) yield post
  }
}

/** Counts by minute, hour or day. Without a span it is the last seven days, or thirty of the archive. */
function count(call: Call, earliest: number | undefined): Reply {
  const { query, now } = call
  const granularity = query.text('granularity')
  const step = stepMs[granularity === 'minute' || granularity === 'day' ? granularity : 'hour']
  const start = timeOf(query.text('start_time')) ?? earliest ?? now - 30 * dayMs
  // The running second counts as a whole one, so that a post of this moment is in it.
  const end = timeOf(query.text('end_time')) ?? (Math.floor(now / 1000) + 1) * 1000
  if ((end - start) / step > 100_000) {
    throw invalidParameter(
      'granularity',
      granularity ?? 'hour',
      'The span is too long for this granularity.',
    )
  }
  const { candidates, fits } = prepare(call, earliest)
  const first = Math.floor(start / step)
  const counts = Array.from({ length: Math.max(0, Math.ceil(end / step) - first) }, () => 0)
  for (const post of candidates) {
    if (post.createdAt < start || post.createdAt >= end || !fits(post)) continue
    const index = Math.floor(post.createdAt / step) - first
    counts[index] = (counts[index] ?? 0) + 1
  }
  let at = isoTime(start)
  const data = counts.map((found, index) => {
    const from = at
    at = isoTime(Math.min((first + index + 1) * step, end))
    return { start: from, end: at, post_count: found }
  })
  const total = counts.reduce((sum, found) => sum + found, 0)
  return { body: { data, meta: { total_post_count: total } } }
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}

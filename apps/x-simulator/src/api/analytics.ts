import { type Json } from '../http/answer.js'
import { type Call, type Endpoint, getActor, type Reply } from '../http/endpoint.js'
import { invalidParameter, notFoundError, unauthorizedError } from '../http/problem.js'
import { type Parameters } from '../http/query.js'
import { free } from '../limits/prices.js'
import { isoTime, pick } from '../views/pick.js'
import { manyReply } from '../views/reply.js'
import { findVisiblePost } from '../views/visibility.js'
import { type Media, type Post } from '../world/world.js'
import { findMedia } from './media.js'

const hourMs = 60 * 60 * 1000
const steps: Readonly<Record<string, number>> = {
  hourly: hourMs,
  daily: 24 * hourMs,
  weekly: 7 * 24 * hourMs,
}
const postMetrics =
  'app_install_attempts app_opens bookmarks detail_expands email_tweet engagements follows hashtag_clicks impressions likes media_views permalink_clicks quote_tweets replies retweets shares unfollows unlikes url_clicks user_profile_clicks'.split(
    ' ',
  )
const mediaMetrics =
  'cta_url_clicks cta_watch_clicks play_from_tap playback25 playback50 playback75 playback_complete playback_start video_views watch_time_ms'.split(
    ' ',
  )

const asked = (key: Parameters, granularities: readonly string[]): Parameters => ({
  ...key,
  start_time: { kind: 'time', required: true },
  end_time: { kind: 'time', required: true },
  granularity: { kind: 'choice', values: granularities },
})

export const analytics: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/2/tweets/analytics',
    auth: ['user'],
    scopes: ['tweet.read', 'users.read'],
    limits: { app: 300, user: 300 },
    price: free,
    query: {
      ...asked({ ids: { kind: 'ids', max: 100, required: true } }, [
        'hourly',
        'daily',
        'weekly',
        'total',
      ]),
      'analytics.fields': {
        kind: 'set',
        values: new Set(['id', 'timestamp', 'timestamped_metrics', ...postMetrics]),
      },
    },
    run: posts,
  },
  {
    method: 'GET',
    path: '/2/media/analytics',
    auth: ['user'],
    scopes: ['tweet.read'],
    limits: { app: 300, user: 300 },
    price: free,
    query: {
      ...asked({ media_keys: { kind: 'keys', max: 100, required: true } }, [
        'hourly',
        'daily',
        'total',
      ]),
      'media_analytics.fields': {
        kind: 'set',
        values: new Set(['media_key', 'timestamp', 'timestamped_metrics', ...mediaMetrics]),
      },
    },
    run: media,
  },
]

function posts(call: Call): Reply {
  const wanted = fieldsOr(call, 'analytics.fields', ['impressions', 'engagements', 'likes'])
  const found = call.query
    .list('ids')
    .map((value) => ({ value, post: findVisiblePost(call, value) }))
  const own = found.flatMap(({ post }) => (post?.authorId === getActor(call).id ? [post] : []))
  const errors = found.flatMap(({ value, post }) => {
    const missing = { resource: 'tweet', parameter: 'ids', value } as const
    if (post === undefined) return [notFoundError(missing)]
    return own.includes(post) ? [] : [unauthorizedError(missing)]
  })
  const data = own.map((post) => ({
    id: post.id,
    ...series(call, { totals: postTotals(post), wanted, bornAt: post.createdAt }),
  }))
  return manyReply({ data, includes: undefined, errors: [] }, errors)
}

function media(call: Call): Reply {
  const wanted = fieldsOr(call, 'media_analytics.fields', ['video_views'])
  const keys = call.query.list('media_keys')
  const found = keys.flatMap((key) => findMedia(call, key) ?? [])
  const errors = keys
    .filter((key) => !findMedia(call, key))
    .map((value) => notFoundError({ resource: 'media', parameter: 'media_keys', value }))
  const data = found.map((one) => ({
    media_key: one.key,
    ...series(call, { totals: mediaTotals(one), wanted, bornAt: one.createdAt }),
  }))
  return manyReply({ data, includes: undefined, errors: [] }, errors)
}

function fieldsOr(call: Call, name: string, usual: readonly string[]): ReadonlySet<string> {
  const given = call.query.set(name)
  return given.size > 0 ? given : new Set(usual)
}

function postTotals(post: Post): Readonly<Record<string, number>> {
  const clicks = Math.floor(post.impressions / 40)
  return {
    impressions: post.impressions,
    engagements: post.likes.size + post.replies + post.reposts.size + clicks,
    likes: post.likes.size,
    replies: post.replies,
    retweets: post.reposts.size,
    quote_tweets: post.quotes,
    bookmarks: post.bookmarks,
    url_clicks: post.links.length > 0 ? clicks : 0,
    user_profile_clicks: clicks,
    detail_expands: clicks,
  }
}

function mediaTotals(one: Media): Readonly<Record<string, number>> {
  return one.type.startsWith('video/') ? { video_views: 0, playback_start: 0 } : {}
}

interface Series {
  readonly totals: Readonly<Record<string, number>>
  readonly wanted: ReadonlySet<string>
  readonly bornAt: number
}

/** Totals over the span, or the same spread over its steps: half in the first, then ever less. */
function series(call: Call, { totals, wanted, bornAt }: Series): Record<string, Json> {
  const start = Math.max(Date.parse(call.query.text('start_time') ?? ''), bornAt)
  const end = Math.min(Date.parse(call.query.text('end_time') ?? ''), call.now)
  const names = [...wanted].filter(
    (name) => postMetrics.includes(name) || mediaMetrics.includes(name),
  )
  const step = steps[call.query.text('granularity') ?? 'total']
  if (step === undefined) {
    return pick(
      Object.fromEntries(
        names.map((name) => [name, () => (end > start ? (totals[name] ?? 0) : 0)]),
      ),
      names,
    )
  }
  const count = Math.max(0, Math.ceil((end - start) / step))
  if (count > 1000)
    throw invalidParameter('granularity', '', 'The span is too long for this granularity.')
  const left = { ...totals }
  const points = Array.from({ length: count }, (_, index) => {
    const metrics: Record<string, number> = {}
    for (const name of names) {
      const rest = left[name] ?? 0
      const share = index === count - 1 ? rest : Math.ceil(rest / 2)
      left[name] = rest - share
      metrics[name] = share
    }
    return { timestamp: isoTime(start + index * step), metrics }
  })
  return { timestamped_metrics: points }
}

import { byPost, free, perCall, perObject } from './price.js'
import { del, everyone, get, post, put } from './endpoint.js'
import { body, ids, pages, postViews, query, required, span, userViews } from './params.js'

const read = { callers: everyone, scopes: 'tweet.read users.read' } as const
const write = { scopes: 'tweet.read tweet.write users.read' } as const
const search = [
  query('query', 'text', required),
  ...span,
  query('next_token'),
  query('pagination_token'),
]
const searched = [query('sort_order', 'text', { values: ['recency', 'relevancy'] }), ...postViews]
const counted = [
  query('granularity', 'text', { values: ['minute', 'hour', 'day'] }),
  query('search_count.fields', 'list'),
]

export const posts = {
  createPosts: post('/2/tweets', {
    ...write,
    price: byPost,
    params: [
      body('text'),
      body('reply', 'json'),
      body('media', 'json'),
      body('poll', 'json'),
      body('quote_tweet_id', 'id'),
      body('reply_settings', 'text', {
        values: ['following', 'mentionedUsers', 'subscribers', 'verified'],
      }),
      body('edit_options', 'json'),
      body('community_id', 'id'),
      body('share_with_followers', 'boolean'),
      body('made_with_ai', 'boolean'),
      body('paid_partnership', 'boolean'),
      body('geo', 'json'),
      body('card_uri'),
      body('direct_message_deep_link'),
      body('for_super_followers_only', 'boolean'),
      body('nullcast', 'boolean'),
    ],
  }),
  deletePosts: del('/2/tweets/{id}', { ...write, price: perCall(5_000) }),
  hidePostsReply: put('/2/tweets/{tweet_id}/hidden', {
    scopes: 'tweet.moderate.write tweet.read users.read',
    price: perCall(5_000),
    params: [body('hidden', 'boolean', required)],
  }),
  getPostsById: get('/2/tweets/{id}', { ...read, price: perObject('post'), params: postViews }),
  getPostsByIds: get('/2/tweets', {
    ...read,
    price: perObject('post'),
    params: [ids('ids'), ...postViews],
  }),
  searchPostsRecent: get('/2/tweets/search/recent', {
    ...read,
    price: perObject('post'),
    params: [...search, query('max_results', 'integer', { range: [10, 100] }), ...searched],
  }),
  searchPostsAll: get('/2/tweets/search/all', {
    callers: ['app'],
    scopes: '',
    price: perObject('post'),
    params: [...search, query('max_results', 'integer', { range: [10, 500] }), ...searched],
  }),
  getPostsCountsRecent: get('/2/tweets/counts/recent', {
    callers: everyone,
    scopes: '',
    price: perCall(5_000),
    params: [...search, ...counted],
  }),
  getPostsCountsAll: get('/2/tweets/counts/all', {
    callers: ['app'],
    scopes: '',
    price: perCall(10_000),
    params: [...search, ...counted],
  }),
  getPostsAnalytics: get('/2/tweets/analytics', {
    scopes: 'tweet.read users.read',
    price: free,
    params: [
      ids('ids'),
      query('start_time', 'time', required),
      query('end_time', 'time', required),
      query('granularity', 'text', { values: ['hourly', 'daily', 'weekly', 'total'] }),
      query('analytics.fields', 'list'),
    ],
  }),
  getPostsLikingUsers: get('/2/tweets/{id}/liking_users', {
    scopes: 'like.read tweet.read users.read',
    price: perObject('user'),
    params: [...pages(1, 100), ...userViews],
  }),
  getPostsQuotedPosts: get('/2/tweets/{id}/quote_tweets', {
    ...read,
    price: perObject('post'),
    params: [...pages(10, 100), query('exclude', 'list'), ...postViews],
  }),
  getPostsRepostedBy: get('/2/tweets/{id}/retweeted_by', {
    ...read,
    price: perObject('user'),
    params: [...pages(1, 100), ...userViews],
  }),
  getPostsReposts: get('/2/tweets/{id}/retweets', {
    ...read,
    price: perObject('post'),
    params: [...pages(1, 100), ...postViews],
  }),
} as const

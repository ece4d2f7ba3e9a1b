import { perCall, perObject, free } from './price.js'
import { del, everyone, get, post } from './endpoint.js'
import { body, ids, pages, postViews, query, required, span, userViews } from './params.js'

const read = { callers: everyone, scopes: 'tweet.read users.read' } as const
const users = perObject('user')
const ownUsers = perObject('user', true)
const ownPosts = perObject('post', true)
const edges = perObject('edge', true)
const timeline = [...pages(5, 100), ...span, query('exclude', 'list'), ...postViews]

export const accounts = {
  getUsersMe: get('/2/users/me', {
    scopes: 'tweet.read users.read',
    price: users,
    params: userViews,
  }),
  getUsersById: get('/2/users/{id}', { ...read, price: users, params: userViews }),
  getUsersByIds: get('/2/users', { ...read, price: users, params: [ids('ids'), ...userViews] }),
  getUsersByUsername: get('/2/users/by/username/{username}', {
    ...read,
    price: users,
    params: userViews,
  }),
  getUsersByUsernames: get('/2/users/by', {
    ...read,
    price: users,
    params: [ids('usernames'), ...userViews],
  }),
  searchUsers: get('/2/users/search', {
    scopes: 'tweet.read users.read',
    price: users,
    params: [
      query('query', 'text', required),
      query('max_results', 'integer', { range: [1, 1000] }),
      query('next_token'),
      ...userViews,
    ],
  }),
  getUsersAffiliates: get('/2/users/{id}/affiliates', {
    ...read,
    price: users,
    params: [...pages(1, 1000), ...userViews],
  }),
  getUsersPosts: get('/2/users/{id}/tweets', { ...read, price: ownPosts, params: timeline }),
  getUsersMentions: get('/2/users/{id}/mentions', {
    ...read,
    price: ownPosts,
    params: [...pages(5, 100), ...span, ...postViews],
  }),
  getUsersTimeline: get('/2/users/{id}/timelines/reverse_chronological', {
    scopes: 'tweet.read users.read',
    price: ownPosts,
    params: [...pages(1, 100), ...timeline.slice(2)],
  }),
  getUsersRepostsOfMe: get('/2/users/reposts_of_me', {
    scopes: 'timeline.read tweet.read',
    price: perObject('post'),
    params: [...pages(1, 100), ...postViews],
  }),
  getUsersFollowers: get('/2/users/{id}/followers', {
    callers: everyone,
    scopes: 'follows.read tweet.read users.read',
    price: ownUsers,
    params: [...pages(1, 1000), ...userViews],
  }),
  getUsersFollowing: get('/2/users/{id}/following', {
    callers: everyone,
    scopes: 'follows.read tweet.read users.read',
    price: ownUsers,
    params: [...pages(1, 1000), ...userViews],
  }),
  followUser: post('/2/users/{id}/following', {
    scopes: 'follows.write tweet.read users.read',
    price: perCall(15_000),
    privilege: 'follow',
    params: [body('target_user_id', 'id', required)],
  }),
  unfollowUser: del('/2/users/{source_user_id}/following/{target_user_id}', {
    scopes: 'follows.write tweet.read users.read',
    price: perCall(10_000),
    privilege: 'follow',
  }),
  getUsersLikedPosts: get('/2/users/{id}/liked_tweets', {
    scopes: 'like.read tweet.read users.read',
    price: ownPosts,
    params: [...pages(5, 100), ...postViews],
  }),
  likePost: post('/2/users/{id}/likes', {
    scopes: 'like.write tweet.read users.read',
    price: perCall(15_000),
    privilege: 'like',
    params: [body('tweet_id', 'id', required)],
  }),
  unlikePost: del('/2/users/{id}/likes/{tweet_id}', {
    scopes: 'like.write tweet.read users.read',
    price: perCall(10_000),
    privilege: 'like',
  }),
  repostPost: post('/2/users/{id}/retweets', {
    scopes: 'tweet.read tweet.write users.read',
    price: perCall(15_000),
    params: [body('tweet_id', 'id', required)],
  }),
  unrepostPost: del('/2/users/{id}/retweets/{source_tweet_id}', {
    scopes: 'tweet.read tweet.write users.read',
    price: perCall(10_000),
  }),
  getUsersBookmarks: get('/2/users/{id}/bookmarks', {
    scopes: 'bookmark.read tweet.read users.read',
    price: ownPosts,
    params: [...pages(1, 100), ...postViews],
  }),
  createUsersBookmark: post('/2/users/{id}/bookmarks', {
    scopes: 'bookmark.write tweet.read users.read',
    price: perCall(5_000),
    params: [body('tweet_id', 'id', required), body('folder_id', 'id')],
  }),
  deleteUsersBookmark: del('/2/users/{id}/bookmarks/{tweet_id}', {
    scopes: 'bookmark.write tweet.read users.read',
    price: perCall(5_000),
  }),
  getUsersBookmarkFolders: get('/2/users/{id}/bookmarks/folders', {
    scopes: 'bookmark.read users.read',
    price: free,
    params: pages(1, 100),
  }),
  createUsersBookmarkFolder: post('/2/users/{id}/bookmarks/folders', {
    scopes: 'bookmark.write users.read',
    price: perCall(5_000),
    params: [body('name', 'text', required)],
  }),
  getUsersBookmarksByFolderId: get('/2/users/{id}/bookmarks/folders/{folder_id}', {
    scopes: 'bookmark.read tweet.read users.read',
    price: ownPosts,
    params: pages(1, 100),
  }),
  getUsersBlocking: get('/2/users/{id}/blocking', {
    scopes: 'block.read tweet.read users.read',
    price: edges,
    params: [...pages(1, 1000), ...userViews],
  }),
  getUsersMuting: get('/2/users/{id}/muting', {
    scopes: 'mute.read tweet.read users.read',
    price: edges,
    params: [...pages(1, 1000), ...userViews],
  }),
  muteUser: post('/2/users/{id}/muting', {
    scopes: 'mute.write tweet.read users.read',
    price: perCall(15_000),
    params: [body('target_user_id', 'id', required)],
  }),
  unmuteUser: del('/2/users/{source_user_id}/muting/{target_user_id}', {
    scopes: 'mute.write tweet.read users.read',
    price: perCall(5_000),
  }),
} as const

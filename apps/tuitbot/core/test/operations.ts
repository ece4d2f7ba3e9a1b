import { toWriteRequest, type WriteRequest } from '../src/x-api/request.js'
import { type Sent } from '../src/x-api/sent.js'
import { type XRead } from '../src/x-api/x-read.js'
import { type XWrite } from '../src/x-api/x-write.js'
import {
  toBookmarkRequest,
  toFollowRequest,
  toHideReplyRequest,
  toLikeRequest,
  toMuteRequest,
  toRetweetRequest,
  toUnbookmarkRequest,
  toUnfollowRequest,
  toUnlikeRequest,
  toUnmuteRequest,
  toUnretweetRequest,
} from '../src/toolkit/engage.js'
import { toDeleteRequest, toPostRequest } from '../src/toolkit/write.js'
import { permitted, type World } from './x-world.js'

/** Ids of things that are there in the world of the cast. */
export interface Cast {
  readonly alice: string
  readonly bob: string
  readonly own: string
  readonly reply: string
  readonly other: string
  readonly list: string
}

/** Puts one of each thing into the world, so that every call has something to find. */
export function setTheScene(x: World): Cast {
  const own = x.post('alice', { text: 'A post of my own' })
  const reply = x.post('bob', { text: 'Well said, @alice', replyTo: own })
  const other = x.post('bob', { text: 'Something else, @alice https://example.com/a' })
  const alice = x.account('alice')
  const now = x.clock.now()
  for (const post of [own, other]) {
    alice.likes.set(post.id, now)
    post.likes.set(alice.id, now)
    alice.bookmarks.set(post.id, now)
  }
  x.post('bob', { text: 'Quoting this', quoteOf: own })
  x.post('bob', { text: 'RT @alice: A post of my own', repostOf: own })
  alice.muting.set(x.account('frank').id, now)
  const list = {
    id: x.world.nextId(now),
    ownerId: alice.id,
    name: 'friends',
    description: '',
    private: false,
    createdAt: now,
    members: new Map([[x.account('bob').id, now]]),
    followers: new Map<string, number>(),
  }
  x.world.lists.set(list.id, list)
  return {
    alice: alice.id,
    bob: x.account('bob').id,
    own: own.id,
    reply: reply.id,
    other: other.id,
    list: list.id,
  }
}

export interface ReadOperation {
  readonly name: string
  run(read: XRead, cast: Cast): Promise<unknown>
}

function read(name: string, run: ReadOperation['run']): ReadOperation {
  return { name, run }
}

/** Every read. */
export const readOperations: readonly ReadOperation[] = [
  read('search', (x) => x.search('something else', { maxResults: 10 })),
  read('getPost', (x, { own }) => x.getPost(own)),
  read('getPosts', (x, { own, other }) => x.getPosts([own, other])),
  read('getQuotes', (x, { own }) => x.getQuotes(own)),
  read('getLikingUsers', (x, { own }) => x.getLikingUsers(own)),
  read('getReposters', (x, { own }) => x.getReposters(own)),
  read('getMe', (x) => x.getMe()),
  read('getUserById', (x, { bob }) => x.getUserById(bob)),
  read('getUserByUsername', (x) => x.getUserByUsername('bob')),
  read('getUsersByIds', (x, { alice, bob }) => x.getUsersByIds([alice, bob])),
  read('getUsersByUsernames', (x) => x.getUsersByUsernames(['alice', 'bob'])),
  read('searchUsers', (x) => x.searchUsers('bob')),
  read('getUserPosts', (x, { bob }) => x.getUserPosts(bob)),
  read('getMentions', (x, { alice }) => x.getMentions(alice)),
  read('getHomeTimeline', (x, { alice }) => x.getHomeTimeline(alice)),
  read('getLikedPosts', (x, { alice }) => x.getLikedPosts(alice)),
  read('getBookmarks', (x, { alice }) => x.getBookmarks(alice)),
  read('getFollowers', (x, { alice }) => x.getFollowers(alice)),
  read('getFollowing', (x, { alice }) => x.getFollowing(alice)),
  read('getMuted', (x, { alice }) => x.getMuted(alice)),
  read('getListPosts', (x, { list }) => x.getListPosts(list)),
]

export interface WriteOperation {
  readonly name: string
  request(cast: Cast): WriteRequest
  send(x: XWrite, request: WriteRequest): Promise<Sent<unknown>>
}

function write(
  name: string,
  door: keyof XWrite,
  request: WriteOperation['request'],
): WriteOperation {
  return { name, request, send: (x, request) => x[door](...permitted(request)) }
}

const onOther = ({ alice, other }: Cast) => ({ userId: alice, tweetId: other })
const onBob = ({ alice, bob }: Cast) => ({ userId: alice, targetUserId: bob })

/** Every kind of write; those of `send` stand for the rest of the table. */
export const writeOperations: readonly WriteOperation[] = [
  write('a post', 'createPost', () => toPostRequest({ text: 'Hello, world' })),
  write('a reply', 'createPost', ({ other }) =>
    toPostRequest({ text: 'Thank you', replyTo: other }),
  ),
  write('a quote', 'createPost', ({ other }) =>
    toPostRequest({ text: 'Look at this', quoteOf: other }),
  ),
  write('a deletion', 'deletePost', ({ own }) => toDeleteRequest(own)),
  write('a like', 'like', (cast) => toLikeRequest(onOther(cast))),
  write('an unlike', 'unlike', (cast) => toUnlikeRequest(onOther(cast))),
  write('a repost', 'repost', (cast) => toRetweetRequest(onOther(cast))),
  write('an unrepost', 'unrepost', (cast) => toUnretweetRequest(onOther(cast))),
  write('a bookmark', 'bookmark', (cast) => toBookmarkRequest(onOther(cast))),
  write('an unbookmark', 'unbookmark', (cast) => toUnbookmarkRequest(onOther(cast))),
  write('a follow', 'follow', (cast) => toFollowRequest(onBob(cast))),
  write('an unfollow', 'unfollow', (cast) => toUnfollowRequest(onBob(cast))),
  write('a mute', 'mute', (cast) => toMuteRequest(onBob(cast))),
  write('an unmute', 'unmute', (cast) => toUnmuteRequest(onBob(cast))),
  write('a hidden reply', 'setReplyHidden', ({ reply }) =>
    toHideReplyRequest({ tweetId: reply, hidden: true }),
  ),
  write('a new list', 'send', () => toWriteRequest('createLists', { name: 'readers' })),
  write('a member of a list', 'send', ({ list, bob }) =>
    toWriteRequest('addListsMember', { id: list, user_id: bob }),
  ),
]

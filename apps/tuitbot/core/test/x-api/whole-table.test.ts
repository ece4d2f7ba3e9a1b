import { createHash } from 'node:crypto'
import { stagingPermitFor } from '@armorer/gateway/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  endpointIds,
  isRead,
  type ReadId,
  type WriteId,
} from '../../src/x-api/endpoints/endpoints.js'
import { isObject } from '../../src/x-api/is-object.js'
import { type Args, toWriteRequest } from '../../src/x-api/request.js'
import { type Cast, setTheScene } from '../operations.js'
import { openDoor, permitted, startWorld, type World } from '../x-world.js'

let x: World
let cast: Cast
let picture: { id: string; key: string }
let folder: string
let message: string
beforeAll(async () => {
  x = await startWorld()
  cast = setTheScene(x)
  picture = await uploadPicture()
  folder = idOf(await send('createUsersBookmarkFolder', { id: cast.alice, name: 'later' }))
  await send('createUsersBookmark', { id: cast.alice, tweet_id: cast.own, folder_id: folder })
  message = idOf(
    await send('createDirectMessagesByParticipantId', { participant_id: cast.bob, text: 'Hello' }),
    'dm_event_id',
  )
})
afterAll(() => x.close())

const staged = ['mediaUpload', 'initializeMediaUpload', 'appendMediaUpload', 'finalizeMediaUpload']
const day = { start_time: '2026-08-31T00:00:00Z', end_time: '2026-09-01T00:00:00Z' }

/** What each read takes, where it takes anything. */
function readArgs(id: ReadId): Args {
  const { alice, bob, own, list } = cast
  const spaceId = [...x.world.spaces.values()][0]?.id ?? ''
  const special: Partial<Record<ReadId, Args>> = {
    getUsersMe: {},
    getUsersRepostsOfMe: {},
    getTrendsPersonalizedTrends: {},
    getUsage: {},
    getDirectMessagesEvents: {},
    getPostsByIds: { ids: [own] },
    getUsersByIds: { ids: [alice, bob] },
    getUsersByUsername: { username: 'bob' },
    getUsersByUsernames: { usernames: ['bob'] },
    searchUsers: { query: 'bob' },
    searchSpaces: { query: 'a' },
    getSpacesByIds: { ids: [spaceId] },
    getSpacesByCreatorIds: { user_ids: [alice] },
    getPostsAnalytics: { ids: [own], ...day },
    getMediaAnalytics: { media_keys: [picture.key], ...day },
    getMediaUploadStatus: { media_id: picture.id },
    getMediaByMediaKey: { media_key: picture.key },
    getMediaByMediaKeys: { media_keys: [picture.key] },
    getTrendsByWoeid: { woeid: 1 },
    getUsersBookmarksByFolderId: { id: alice, folder_id: folder },
    getDirectMessagesEventsById: { event_id: message },
    getDirectMessagesEventsByParticipantId: { participant_id: bob },
    getDirectMessagesEventsByConversationId: { id: conversationOf() },
  }
  if (special[id]) return special[id]
  if (id.startsWith('searchPosts') || id.startsWith('getPostsCounts')) return { query: 'alice' }
  if (id.startsWith('getPosts')) return { id: own }
  if (id.startsWith('getLists')) return { id: list }
  return { id: id.startsWith('getSpaces') ? spaceId : alice }
}

test.each(endpointIds.filter(isRead))('%s is asked so that X answers', async (id) => {
  // Who bought tickets is for the host alone to see.
  const host = [...x.world.spaces.values()][0]?.creatorId ?? ''
  const username = x.world.accounts.get(host)?.username
  const door = openDoor(x, id === 'getSpacesBuyers' ? username : 'alice')
  const { body } = await door.read.get(id, readArgs(id))
  expect(body['data'] ?? body['meta']).toBeDefined()
})

/** What each write takes. */
function writeArgs(id: WriteId): Args {
  const { alice, bob, own, reply, other, list } = cast
  const onBob = { source_user_id: alice, target_user_id: bob }
  const onList = { id: alice, list_id: list }
  const subtitles = { id: picture.id, media_category: 'TweetVideo' }
  const all: Partial<Record<WriteId, Args>> = {
    createPosts: { text: 'From the table' },
    deletePosts: { id: own },
    hidePostsReply: { tweet_id: reply, hidden: true },
    followUser: { id: alice, target_user_id: bob },
    unfollowUser: onBob,
    likePost: { id: alice, tweet_id: other },
    unlikePost: { id: alice, tweet_id: other },
    repostPost: { id: alice, tweet_id: other },
    unrepostPost: { id: alice, source_tweet_id: other },
    createUsersBookmark: { id: alice, tweet_id: other },
    deleteUsersBookmark: { id: alice, tweet_id: other },
    createUsersBookmarkFolder: { id: alice, name: 'sooner' },
    muteUser: { id: alice, target_user_id: bob },
    unmuteUser: onBob,
    createLists: { name: 'readers' },
    updateLists: { id: list, name: 'best friends' },
    deleteLists: { id: list },
    addListsMember: { id: list, user_id: x.account('carol').id },
    removeListsMemberByUserId: { id: list, user_id: bob },
    followList: onList,
    unfollowList: onList,
    pinList: onList,
    unpinList: onList,
    createMediaMetadata: { id: picture.id, metadata: { alt_text: { text: 'A dot' } } },
    createMediaSubtitles: { ...subtitles, subtitles: { id: picture.id, language_code: 'EN' } },
    deleteMediaSubtitles: { ...subtitles, language_code: 'EN' },
    createDirectMessagesConversation: {
      conversation_type: 'Group',
      participant_ids: [bob, x.account('carol').id],
      message: { text: 'Hello, all' },
    },
    createDirectMessagesByParticipantId: { participant_id: bob, text: 'Hello' },
    createDirectMessagesByConversationId: { dm_conversation_id: conversationOf(), text: 'Again' },
    deleteDirectMessagesEvents: { event_id: message },
    blockUsersDms: { id: bob },
    unblockUsersDms: { id: bob },
  }
  return all[id] ?? {}
}

const writes = endpointIds.filter((id): id is WriteId => !isRead(id) && !staged.includes(id))
// What takes away comes after what it takes from.
const inOrder = writes.toSorted((left, right) => Number(isLast(left)) - Number(isLast(right)))

test.each(inOrder)('%s is asked so that X does it', async (id) => {
  expect(await send(id, writeArgs(id))).toMatchObject({ kind: 'applied' })
})

function isLast(id: WriteId): boolean {
  return (
    id === 'deleteLists' ||
    id === 'deletePosts' ||
    id === 'blockUsersDms' ||
    id === 'unblockUsersDms'
  )
}

function send(id: WriteId, args: Args) {
  return openDoor(x).write.send(...permitted(toWriteRequest(id, args)))
}

function conversationOf(): string {
  const { alice, bob } = cast
  return [alice, bob].toSorted((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1)).join('-')
}

async function uploadPicture() {
  const bytes = Buffer.alloc(100)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  const permit = stagingPermitFor(createHash('sha256').update(bytes).digest('hex'))
  const file = new Blob([new Uint8Array(bytes)])
  const spec = { type: 'image/png', category: 'tweet_image' } as const
  const staging = await openDoor(x).media.upload(permit, file, spec)
  if (staging.kind === 'failed') throw new Error(staging.message)
  return staging.media
}

function idOf(sent: Awaited<ReturnType<typeof send>>, name = 'id'): string {
  const value: unknown = sent.kind === 'applied' && isObject(sent.value) ? sent.value[name] : sent
  if (typeof value !== 'string') throw new Error(`no id came of it: ${JSON.stringify(value)}`)
  return value
}

import { type Permit, spendPermit } from '@armorer/gateway'
import { type XConnection } from './connection.js'
import { type EndpointId, type WriteId } from './endpoints/endpoints.js'
import { isObject } from './is-object.js'
import { parseId, ShapeError } from './parse-model.js'
import { ProviderError } from './provider-error.js'
import { type WriteRequest } from './request.js'
import { type ReadMade, sendWrite } from './send-write.js'
import { type Sent } from './sent.js'

export interface CreatedPost {
  readonly id: string
  /** As X has stored it: links are shortened. */
  readonly text: string
}

type Send<Value> = (permit: Permit, request: WriteRequest) => Promise<Sent<Value>>

/** Everything that can be changed on X. Each call takes a permit for exactly the request that is sent. */
export interface XWrite {
  createPost: Send<CreatedPost>
  deletePost: Send<{ readonly deleted: true }>
  like: Send<{ readonly liked: boolean }>
  unlike: Send<{ readonly liked: boolean }>
  repost: Send<{ readonly reposted: boolean }>
  unrepost: Send<{ readonly reposted: boolean }>
  follow: Send<{ readonly following: boolean; readonly pending: boolean }>
  unfollow: Send<{ readonly following: boolean }>
  bookmark: Send<{ readonly bookmarked: boolean }>
  unbookmark: Send<{ readonly bookmarked: boolean }>
  mute: Send<{ readonly muting: boolean }>
  unmute: Send<{ readonly muting: boolean }>
  setReplyHidden: Send<{ readonly hidden: boolean }>
  /** Any other write of the table of endpoints; the value is the `data` that X answered with. */
  send: Send<Readonly<Record<string, unknown>>>
}

export function createXWrite(connection: XConnection): XWrite {
  const door =
    <Value>(allowed: WriteId | 'any', made: ReadMade<Value>): Send<Value> =>
    (permit, request) =>
      sendWrite(connection, {
        request,
        allows: (id) => (allowed === 'any' ? !isStaging(id) : id === allowed),
        spend: (request) => spendPermit(permit, request),
        made,
      })

  return {
    createPost: door('createPosts', (data, { body }) => {
      const id = parseId(data['id'], 'the id of the post')
      // The id is the proof; what X says about the text is good to know.
      const text = [data['text'], body?.['text']].find((one) => typeof one === 'string') ?? ''
      return { value: { id, text }, externalId: id }
    }),
    deletePost: door('deletePosts', (data) => {
      // X says so of a post that is not there, without a 404.
      if (data['deleted'] === false) {
        throw new ProviderError({ code: 'not_found' }, 'there is no such post to delete')
      }
      expect(data, 'deleted', true)
      return { value: { deleted: true } }
    }),
    like: door('likePost', relation('liked', true)),
    unlike: door('unlikePost', relation('liked', false)),
    repost: door('repostPost', (data) => {
      expect(data, 'retweeted', true)
      return { value: { reposted: true } }
    }),
    unrepost: door('unrepostPost', (data) => {
      expect(data, 'retweeted', false)
      return { value: { reposted: false } }
    }),
    follow: door('followUser', (data) => {
      const pending = data['pending_follow'] === true
      if (!pending) expect(data, 'following', true)
      return { value: { following: !pending, pending } }
    }),
    unfollow: door('unfollowUser', relation('following', false)),
    bookmark: door('createUsersBookmark', relation('bookmarked', true)),
    unbookmark: door('deleteUsersBookmark', relation('bookmarked', false)),
    mute: door('muteUser', relation('muting', true)),
    unmute: door('unmuteUser', relation('muting', false)),
    setReplyHidden: door('hidePostsReply', (data, { body }) => {
      const hidden = body?.['hidden'] === true
      expect(data, 'hidden', hidden)
      return { value: { hidden } }
    }),
    send: door('any', (data) => {
      if (!isObject(data) || Object.keys(data).length === 0)
        throw new ShapeError('the data is empty')
      const { id } = data
      return { value: data, ...(typeof id === 'string' && { externalId: id }) }
    }),
  }
}

/** What stages a file needs another kind of permit. */
function isStaging(id: EndpointId): boolean {
  return (
    id === 'mediaUpload' ||
    id === 'initializeMediaUpload' ||
    id === 'appendMediaUpload' ||
    id === 'finalizeMediaUpload'
  )
}

function relation<Name extends string>(
  name: Name,
  wanted: boolean,
): ReadMade<{ readonly [Key in Name]: boolean }> {
  return (data) => {
    expect(data, name, wanted)
    // A computed key loses its name to the compiler.
    return { value: { [name]: wanted } as { readonly [Key in Name]: boolean } }
  }
}

function expect(data: Readonly<Record<string, unknown>>, name: string, wanted: boolean): void {
  if (data[name] !== wanted) throw new ShapeError(`${name} is not ${String(wanted)}`)
}

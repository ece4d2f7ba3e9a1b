import { type Permit } from '@armorer/gateway'
import { toWriteRequest, type WriteRequest } from '../x-api/request.js'
import { type XWrite } from '../x-api/x-write.js'
import { checkId } from './check-input.js'

/** An account, and the post that it does something with. */
export interface OnTweet {
  readonly userId: string
  readonly tweetId: string
}

/** An account, and another that it does something with. */
export interface OnUser {
  readonly userId: string
  readonly targetUserId: string
}

const onTweet = ({ userId, tweetId }: OnTweet) => ({
  id: checkId('user_id', userId),
  tweet_id: checkId('tweet_id', tweetId),
})
const onUser = ({ userId, targetUserId }: OnUser) => ({
  id: checkId('user_id', userId),
  target_user_id: checkId('target_user_id', targetUserId),
})
const offUser = ({ userId, targetUserId }: OnUser) => ({
  source_user_id: checkId('user_id', userId),
  target_user_id: checkId('target_user_id', targetUserId),
})

export const toLikeRequest = (args: OnTweet) => toWriteRequest('likePost', onTweet(args))
export const toUnlikeRequest = (args: OnTweet) => toWriteRequest('unlikePost', onTweet(args))
export const toRetweetRequest = (args: OnTweet) => toWriteRequest('repostPost', onTweet(args))
export const toUnretweetRequest = (args: OnTweet) =>
  toWriteRequest('unrepostPost', {
    id: checkId('user_id', args.userId),
    source_tweet_id: checkId('tweet_id', args.tweetId),
  })
export const toBookmarkRequest = (args: OnTweet) =>
  toWriteRequest('createUsersBookmark', onTweet(args))
export const toUnbookmarkRequest = (args: OnTweet) =>
  toWriteRequest('deleteUsersBookmark', onTweet(args))
export const toFollowRequest = (args: OnUser) => toWriteRequest('followUser', onUser(args))
export const toUnfollowRequest = (args: OnUser) => toWriteRequest('unfollowUser', offUser(args))
export const toMuteRequest = (args: OnUser) => toWriteRequest('muteUser', onUser(args))
export const toUnmuteRequest = (args: OnUser) => toWriteRequest('unmuteUser', offUser(args))
export const toHideReplyRequest = (args: { tweetId: string; hidden: boolean }) =>
  toWriteRequest('hidePostsReply', {
    tweet_id: checkId('tweet_id', args.tweetId),
    hidden: args.hidden,
  })

type Send<Name extends keyof XWrite> = (
  x: XWrite,
  permit: Permit,
  request: WriteRequest,
) => ReturnType<XWrite[Name]>

export const likeTweet: Send<'like'> = (x, permit, request) => x.like(permit, request)
export const unlikeTweet: Send<'unlike'> = (x, permit, request) => x.unlike(permit, request)
export const retweet: Send<'repost'> = (x, permit, request) => x.repost(permit, request)
export const unretweet: Send<'unrepost'> = (x, permit, request) => x.unrepost(permit, request)
export const bookmarkTweet: Send<'bookmark'> = (x, permit, request) => x.bookmark(permit, request)
export const unbookmarkTweet: Send<'unbookmark'> = (x, permit, request) =>
  x.unbookmark(permit, request)
export const followUser: Send<'follow'> = (x, permit, request) => x.follow(permit, request)
export const unfollowUser: Send<'unfollow'> = (x, permit, request) => x.unfollow(permit, request)
export const muteUser: Send<'mute'> = (x, permit, request) => x.mute(permit, request)
export const unmuteUser: Send<'unmute'> = (x, permit, request) => x.unmute(permit, request)
export const setReplyHidden: Send<'setReplyHidden'> = (x, permit, request) =>
  x.setReplyHidden(permit, request)

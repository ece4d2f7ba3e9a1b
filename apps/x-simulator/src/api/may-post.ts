import { type Call } from '../http/endpoint.js'
import { invalidParameter, notPermitted, plainProblem } from '../http/problem.js'
import { allows } from '../limits/access.js'
import { findEntities } from '../text/entities.js'
import { weightedLength } from '../text/weighted-length.js'
import { fingerprint, type NewPost } from '../world/posts.js'
import { type Account } from '../world/world.js'

const dayMs = 24 * 60 * 60 * 1000

export function checkMedia(call: Call, author: Account, ids: readonly string[]): readonly string[] {
  const media = ids.map((one) => {
    const found = call.world.media.get(one)
    const ready = found?.finalizedAt !== undefined && found.readyAt <= call.now && !found.error
    if (found?.ownerId !== author.id || !ready || call.now - found.createdAt > dayMs) {
      throw invalidParameter('media.media_ids', one, 'Your media IDs are invalid.')
    }
    return found
  })
  const moving = media.filter(({ type }) => type === 'image/gif' || type.startsWith('video/'))
  if (moving.length > 0 && media.length > 1) {
    throw invalidParameter(
      'media.media_ids',
      ids.join(','),
      'Post up to 4 photos, 1 GIF or 1 video.',
    )
  }
  return ids
}

/** On self-serve access a reply needs a call: a mention or a quote by the author of the target. */
export function checkReply({ caller, world }: Call, author: Account, { replyTo }: NewPost) {
  if (replyTo === undefined || replyTo.authorId === author.id) return
  const target = world.accounts.get(replyTo.authorId)
  if (target?.blocking.has(author.id)) throw notPermitted('The author has blocked you.')
  const summoned = replyTo.summons.has(author.id)
  const closed = {
    everyone: false,
    following: !target?.following.has(author.id),
    mentionedUsers: !summoned,
    subscribers: true,
    verified: !author.verified,
  }[replyTo.replySettings]
  if (closed && !summoned) throw plainProblem(403, 'Reply to this conversation is not allowed.')
  if (!summoned && !allows(caller.app.access, 'reply-unsummoned')) {
    throw notPermitted('The author of the post has not mentioned you or quoted one of your posts.')
  }
}

export function checkText({ caller, rules, now }: Call, author: Account, draft: NewPost) {
  const limit = author.premium ? 25_000 : 280
  if (weightedLength(draft.text) > limit) {
    throw plainProblem(
      403,
      'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
    )
  }
  const { cashtags } = findEntities(draft.text)
  if (caller.app.access === 'self-serve' && cashtags.length > 1) {
    throw notPermitted('A post may hold one cashtag at most.')
  }
  if (rules.duplicates === 'allow' || draft.edits) return
  const wanted = fingerprint(draft)
  const recent = author.posts.findLast(
    (post) =>
      now - post.createdAt < dayMs && post.repostOfId === undefined && post.fingerprint === wanted,
  )
  if (recent) {
    throw plainProblem(403, 'You are not allowed to create a Tweet with duplicate content.')
  }
}

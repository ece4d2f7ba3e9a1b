import { type Json } from '../http/answer.js'
import { type Call, findActor } from '../http/endpoint.js'
import { type Post } from '../world/world.js'
import { isoTime, pick, unlessEmpty } from './pick.js'

const editWindowMs = 60 * 60 * 1000
const privateMetricsMs = 30 * 24 * 60 * 60 * 1000

/** A post with the fields asked for. `extra` names members that an expansion brings along. */
export function postView(
  call: Call,
  post: Post,
  { fields, extra = [] }: { fields: ReadonlySet<string>; extra?: readonly string[] },
): Record<string, Json> {
  const wanted = new Set(['id', 'text', 'edit_history_post_ids', ...extra, ...fields])
  return pick(members(call, post), wanted)
}

function publicMetrics(post: Post): Record<string, number> {
  return {
    repost_count: post.reposts.size,
    reply_count: post.replies,
    like_count: post.likes.size,
    quote_count: post.quotes,
    bookmark_count: post.bookmarks,
    impression_count: post.impressions,
  }
}

/** Numbers that only the author sees, and only for thirty days. */
export function mayReadPrivateMetrics(call: Call, post: Post): boolean {
  return findActor(call)?.id === post.authorId && call.now - post.createdAt < privateMetricsMs
}

export function replyTarget(call: Call, post: Post): Post | undefined {
  return post.replyToId === undefined ? undefined : call.world.posts.get(post.replyToId)
}

function members(call: Call, post: Post): Record<string, () => Json | undefined> {
  const { world } = call
  const clicks = () => Math.floor(post.impressions / 40)
  const privateMetrics = () =>
    mayReadPrivateMetrics(call, post)
      ? {
          impression_count: post.impressions,
          engagements: post.likes.size + post.replies + post.reposts.size + clicks(),
          user_profile_clicks: clicks(),
          ...(post.links.length > 0 && { url_link_clicks: clicks() }),
        }
      : undefined
  return {
    id: () => post.id,
    text: () => post.text,
    edit_history_post_ids: () => post.editHistory,
    author_id: () => post.authorId,
    username: () => world.accounts.get(post.authorId)?.username,
    created_at: () => isoTime(post.createdAt),
    conversation_id: () => post.conversationId,
    in_reply_to_user_id: () => replyTarget(call, post)?.authorId,
    referenced_posts: () => unlessEmpty(references(post)),
    attachments: () => attachments(call, post),
    entities: () => entities(call, post),
    lang: () => post.lang,
    public_metrics: () => publicMetrics(post),
    non_public_metrics: privateMetrics,
    organic_metrics: () =>
      mayReadPrivateMetrics(call, post)
        ? { ...publicMetrics(post), user_profile_clicks: clicks() }
        : undefined,
    reply_settings: () => post.replySettings,
    possibly_sensitive: () => false,
    paid_partnership: () => post.paidPartnership || undefined,
    source: () => post.source,
    community_id: () => post.communityId,
    geo: () => (post.placeId === undefined ? undefined : { place_id: post.placeId }),
    display_text_range: () => [0, Array.from(post.text).length],
    edit_controls: () => ({
      edits_remaining: Math.max(0, 6 - post.editHistory.length),
      is_edit_eligible: post.replyToId === undefined && post.poll === undefined,
      editable_until: isoTime(post.createdAt + editWindowMs),
    }),
    note_post: () => (post.text.length > 280 ? { text: post.text } : undefined),
  }
}

function references(post: Post): Array<{ type: string; id: string }> {
  const all = [
    { type: 'retweeted', id: post.repostOfId },
    { type: 'quoted', id: post.quoteOfId },
    { type: 'replied_to', id: post.replyToId },
  ]
  return all.flatMap(({ type, id }) => (id === undefined ? [] : [{ type, id }]))
}

function attachments({ world }: Call, post: Post): Json | undefined {
  const keys = post.mediaIds.flatMap((id) => world.media.get(id)?.key ?? [])
  if (keys.length > 0) return { media_keys: keys }
  return post.poll && { poll_ids: [post.poll.id] }
}

function entities({ world }: Call, post: Post): Json | undefined {
  const { hashtags, cashtags, mentions } = post.entities
  const found = pick(
    {
      urls: () => unlessEmpty(post.links.map((link) => ({ ...link }))),
      hashtags: () => unlessEmpty(hashtags.map((tag) => ({ ...tag }))),
      cashtags: () => unlessEmpty(cashtags.map((tag) => ({ ...tag }))),
      mentions: () =>
        unlessEmpty(
          mentions.map(({ start, end, tag }) => {
            const account = world.usernames.get(tag.toLowerCase())
            return {
              start,
              end,
              username: account?.username ?? tag,
              ...(account && { id: account.id }),
            }
          }),
        ),
    },
    ['urls', 'hashtags', 'cashtags', 'mentions'],
  )
  return Object.keys(found).length === 0 ? undefined : found
}

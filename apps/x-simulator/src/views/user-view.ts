import { findEntities } from '../text/entities.js'
import { type Json } from '../http/answer.js'
import { type Call, findActor } from '../http/endpoint.js'
import { type Account } from '../world/world.js'
import { isoTime, pick, unlessEmpty } from './pick.js'
import { isVisible } from './visibility.js'

/** An account with the fields asked for. `extra` names members that an expansion brings along. */
export function userView(
  call: Call,
  account: Account,
  { fields, extra = [] }: { fields: ReadonlySet<string>; extra?: readonly string[] },
): Record<string, Json> {
  return pick(members(call, account), new Set(['id', 'name', 'username', ...extra, ...fields]))
}

export function findMostRecentPost(call: Call, account: Account) {
  return account.posts.findLast((post) => isVisible(call, post))
}

function members(call: Call, account: Account): Record<string, () => Json | undefined> {
  const viewer = findActor(call)
  return {
    id: () => account.id,
    name: () => account.name,
    username: () => account.username,
    created_at: () => isoTime(account.createdAt),
    description: () => account.description,
    location: () => account.location || undefined,
    url: () => account.url || undefined,
    entities: () => descriptionEntities(account),
    verified: () => account.verified,
    verified_type: () => (account.verified ? 'blue' : 'none'),
    verified_followers_count: () => countVerified(call, account),
    protected: () => account.protected,
    parody: () => false,
    is_identity_verified: () => false,
    profile_image_url: () => `https://pbs.twimg.com/profile_images/${account.id}/normal.png`,
    pinned_post_id: () => account.pinnedPostId,
    most_recent_post_id: () => findMostRecentPost(call, account)?.id,
    receives_your_dm: () => (viewer ? !account.dmBlocked.has(viewer.id) : undefined),
    subscription_type: () => (account.premium ? 'Premium' : 'None'),
    confirmed_email: () => confirmedEmail(call, account),
    connection_status: () => viewer && connections(viewer, account),
    public_metrics: () => ({
      followers_count: account.followers.size,
      following_count: account.following.size,
      post_count: account.posts.filter((post) => post.deletedAt === undefined).length,
      listed_count: [...call.world.lists.values()].filter(({ members }) => members.has(account.id))
        .length,
      like_count: account.likes.size,
      media_count: account.posts.filter((post) => post.mediaIds.length > 0).length,
    }),
  }
}

function descriptionEntities(account: Account): Json | undefined {
  const { hashtags, mentions } = findEntities(account.description)
  const found = pick(
    {
      hashtags: () => unlessEmpty(hashtags.map((tag) => ({ ...tag }))),
      mentions: () =>
        unlessEmpty(mentions.map(({ start, end, tag }) => ({ start, end, username: tag }))),
    },
    ['hashtags', 'mentions'],
  )
  return Object.keys(found).length === 0 ? undefined : { description: found }
}

function countVerified({ world }: Call, account: Account): number {
  let verified = 0
  for (const id of account.followers.keys()) if (world.accounts.get(id)?.verified) verified++
  return verified
}

function confirmedEmail({ caller }: Call, account: Account): string | undefined {
  const own = caller.kind === 'user' && caller.accountId === account.id
  return own && caller.scopes.has('users.email') ? `${account.username}@example.com` : undefined
}

function connections(viewer: Account, account: Account): string[] | undefined {
  const all = [
    { status: 'following', holds: viewer.following.has(account.id) },
    { status: 'followed_by', holds: viewer.followers.has(account.id) },
    { status: 'muting', holds: viewer.muting.has(account.id) },
    { status: 'blocking', holds: viewer.blocking.has(account.id) },
  ]
  const holding = all.flatMap(({ status, holds }) => (holds ? [status] : []))
  return holding.length === 0 ? undefined : holding
}

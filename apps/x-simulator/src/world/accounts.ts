import { type Account, announce, type World } from './world.js'

export interface NewAccount {
  readonly username: string
  readonly name?: string
  readonly description?: string
  readonly location?: string
  readonly url?: string
  readonly verified?: boolean
  readonly premium?: boolean
  readonly protected?: boolean
  readonly suspended?: boolean
  readonly createdAt?: number
}

export function addAccount(world: World, account: NewAccount): Account {
  const { username } = account
  if (!/^[A-Za-z0-9_]{1,15}$/.test(username)) {
    throw new RangeError(`not a username: ${username}`)
  }
  if (findAccount(world, username)) throw new RangeError(`@${username} is taken: choose another`)
  const createdAt = account.createdAt ?? world.clock.now()
  const added: Account = {
    id: world.nextId(createdAt),
    createdAt,
    username,
    name: account.name ?? username,
    description: account.description ?? '',
    location: account.location ?? '',
    url: account.url ?? '',
    verified: account.verified ?? false,
    premium: account.premium ?? false,
    protected: account.protected ?? false,
    suspended: account.suspended ?? false,
    pinnedPostId: undefined,
    posts: [],
    mentions: [],
    followers: new Map(),
    following: new Map(),
    likes: new Map(),
    bookmarks: new Map(),
    muting: new Map(),
    blocking: new Map(),
    dmBlocked: new Map(),
    followedLists: new Map(),
    pinnedLists: new Map(),
    folders: [],
  }
  world.accounts.set(added.id, added)
  world.usernames.set(username.toLowerCase(), added)
  return added
}

export function findAccount(world: World, username: string): Account | undefined {
  return world.usernames.get(username.toLowerCase())
}

/** The account of a username that is known to exist. */
export function getAccount(world: World, username: string): Account {
  const account = findAccount(world, username)
  if (account === undefined) throw new RangeError(`no account @${username}: add it first`)
  return account
}

export function follow(
  world: World,
  follower: Account,
  target: Account,
  at = world.clock.now(),
): boolean {
  if (follower === target || follower.following.has(target.id)) return false
  follower.following.set(target.id, at)
  target.followers.set(follower.id, at)
  announce(world, { kind: 'follow', account: follower, target })
  return true
}

export function unfollow(follower: Account, target: Account): boolean {
  target.followers.delete(follower.id)
  return follower.following.delete(target.id)
}

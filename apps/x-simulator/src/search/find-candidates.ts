import { compareIds } from '../snowflake.js'
import { type Post, type World } from '../world/world.js'
import { type QueryNode } from './query-node.js'

/** Posts, oldest first, among which all matches of a search are. */
export interface Candidates {
  readonly posts: readonly Post[]
  /** What must still be asked of each; where it is empty, every one is a match. */
  readonly rest: readonly QueryNode[]
}

export function findCandidates(world: World, node: QueryNode): Candidates {
  return narrow(world, node) ?? { posts: world.timeline, rest: [node] }
}

/** `undefined` where the index cannot help. */
function narrow(world: World, node: QueryNode): Candidates | undefined {
  switch (node.kind) {
    case 'and':
      return node.nodes
        .flatMap((one) => {
          const found = narrow(world, one)
          const others = node.nodes.filter((other) => other !== one)
          return found ? { posts: found.posts, rest: [...found.rest, ...others] } : []
        })
        .reduce<Candidates | undefined>(fewer, undefined)
    case 'or':
      return node.nodes
        .map((one) => narrow(world, one))
        .reduce((left, right) => left && right && merge(left, right, node))
    case 'words':
      return node.words
        .map((word) => filed(world, `word:${word}`))
        .map(({ posts }) => ({ posts, rest: node.words.length === 1 ? [] : [node] }))
        .reduce<Candidates | undefined>(fewer, undefined)
    case 'hashtag':
      return filed(world, `#${node.value}`)
    case 'cashtag':
      return filed(world, `$${node.value}`)
    case 'mention':
      return filed(world, `@${node.value}`)
    case 'operator':
      return byOperator(world, node.name, node.value)
    case 'not':
    case 'emoji':
      return undefined
  }
}

const keys: Readonly<Record<string, string>> = {
  conversation_id: 'conversation',
  in_reply_to_tweet_id: 'reply',
  quotes_of_tweet_id: 'quote',
}

function byOperator(world: World, name: string, value: string): Candidates | undefined {
  // Reposts are not filed, but they are among their author's posts.
  if (name === 'from') {
    const account = world.usernames.get(value.replace(/^@/, '')) ?? world.accounts.get(value)
    return { posts: account?.posts ?? [], rest: [] }
  }
  const key = keys[name]
  return key === undefined ? undefined : filed(world, `${key}:${value}`)
}

function filed(world: World, key: string): Candidates {
  return { posts: world.index.get(key) ?? [], rest: [] }
}

function fewer(least: Candidates | undefined, one: Candidates): Candidates {
  return least && least.posts.length <= one.posts.length ? least : one
}

/** What is in either, each once, still oldest first. */
function merge(left: Candidates, right: Candidates, node: QueryNode): Candidates {
  const posts: Post[] = []
  let from = 0
  for (const post of left.posts) {
    for (; from < right.posts.length; from++) {
      const other = right.posts[from]
      const order = other === undefined ? 1 : compareIds(other.id, post.id)
      if (order > 0) break
      if (other && order < 0) posts.push(other)
    }
    posts.push(post)
  }
  const isExact = left.rest.length === 0 && right.rest.length === 0
  return { posts: posts.concat(right.posts.slice(from)), rest: isExact ? [] : [node] }
}

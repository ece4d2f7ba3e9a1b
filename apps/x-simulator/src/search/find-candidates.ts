import { type Post, type World } from '../world/world.js'
import { type QueryNode } from './query-node.js'

/** The posts, oldest first, among which all matches of a search must be. */
export function findCandidates(world: World, node: QueryNode): readonly Post[] {
  return narrow(world, node) ?? world.timeline
}

/** `undefined` where the index cannot help. */
function narrow(world: World, node: QueryNode): readonly Post[] | undefined {
  switch (node.kind) {
    case 'and': {
      const lists = node.nodes.flatMap((one) => {
        const list = narrow(world, one)
        return list ? [list] : []
      })
      return lists.toSorted((left, right) => left.length - right.length)[0]
    }
    case 'or': {
      const lists = node.nodes.map((one) => narrow(world, one))
      if (lists.some((list) => list === undefined)) return undefined
      const ids = new Map(lists.flatMap((list) => (list ?? []).map((post) => [post.id, post])))
      return [...ids.values()].toSorted(
        (left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
      )
    }
    case 'words':
      return node.words
        .map((word) => filed(world, `word:${word}`))
        .toSorted((left, right) => left.length - right.length)[0]
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

function byOperator(world: World, name: string, value: string): readonly Post[] | undefined {
  // Reposts are not filed, but they are among their author's posts.
  if (name === 'from') {
    const account = world.usernames.get(value.replace(/^@/, '')) ?? world.accounts.get(value)
    return account?.posts ?? []
  }
  const key = keys[name]
  return key === undefined ? undefined : filed(world, `${key}:${value}`)
}

function filed(world: World, key: string): readonly Post[] {
  return world.index.get(key) ?? []
}

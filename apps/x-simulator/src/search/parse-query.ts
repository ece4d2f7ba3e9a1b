import { spaced, toWords } from '../world/post-index.js'
import { type ParsedQuery, type QueryNode } from './query-node.js'

/** Operators that can stand alone. */
const standalone = new Set([
  'from',
  'to',
  'url',
  'retweets_of',
  'context',
  'entity',
  'conversation_id',
  'list',
  'in_reply_to_tweet_id',
  'retweets_of_tweet_id',
  'quotes_of_tweet_id',
  'place',
  'place_country',
  'point_radius',
  'bounding_box',
])
/** Operators that only narrow what another one finds. */
const narrowing = new Set([
  'is',
  'has',
  'lang',
  'min_likes',
  'min_replies',
  'min_reposts',
  'sample',
])

const values: Readonly<Record<string, ReadonlySet<string>>> = {
  is: new Set(['retweet', 'reply', 'quote', 'verified', 'nullcast']),
  has: new Set([
    'hashtags',
    'cashtags',
    'links',
    'mentions',
    'media',
    'images',
    'video_link',
    'videos',
    'geo',
  ]),
}

const token = /\s+|\(|\)|-(?=[^\s)])|"[^"]*"|[a-z_]+:(?:"[^"]*"|\[[^\]]*\]|[^\s()"]+)|[^\s()"]+/giuy

class QueryError extends Error {
  override readonly name = 'QueryError'
}

/** Reads a search in X's syntax: words side by side are all wanted, OR binds less, - leaves out. */
export function parseQuery(text: string): ParsedQuery {
  try {
    const tokens = tokenize(text)
    const { node, rest } = readOr(tokens)
    if (rest.length > 0) throw new QueryError(`unexpected '${rest[0]}'`)
    if (!canStandAlone(node)) {
      throw new QueryError(
        'it needs at least one keyword or standalone operator that is not negated',
      )
    }
    return { kind: 'query', node }
  } catch (error) {
    if (error instanceof QueryError) return { kind: 'invalid', why: error.message }
    throw error
  }
}

function tokenize(text: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    if (match === null) throw new QueryError(`cannot read '${text.slice(at, at + 20)}'`)
    if (match[0].trim() !== '') tokens.push(match[0])
  }
  return tokens
}

interface Read {
  readonly node: QueryNode
  readonly rest: readonly string[]
}

function readOr(tokens: readonly string[]): Read {
  let { node, rest } = readAnd(tokens)
  const nodes = [node]
  while (rest[0] === 'OR') {
    ;({ node, rest } = readAnd(rest.slice(1)))
    nodes.push(node)
  }
  return { node: nodes.length === 1 ? node : { kind: 'or', nodes }, rest }
}

function readAnd(tokens: readonly string[]): Read {
  let { node, rest } = readTerm(tokens)
  const nodes = [node]
  while (rest[0] !== undefined && rest[0] !== ')' && rest[0] !== 'OR') {
    ;({ node, rest } = readTerm(rest))
    nodes.push(node)
  }
  return { node: nodes.length === 1 ? node : { kind: 'and', nodes }, rest }
}

function readTerm([first, ...rest]: readonly string[]): Read {
  if (first === undefined) throw new QueryError('it ends too early')
  if (first === 'OR' || first === ')') throw new QueryError(`unexpected '${first}'`)
  if (first === '-') {
    const inner = readTerm(rest)
    return { node: { kind: 'not', node: inner.node }, rest: inner.rest }
  }
  if (first !== '(') return { node: toNode(first), rest }
  const inner = readOr(rest)
  if (inner.rest[0] !== ')') throw new QueryError("a ')' is missing")
  return { node: inner.node, rest: inner.rest.slice(1) }
}

function toNode(text: string): QueryNode {
  const operator = /^([a-z_]+):(.+)$/isu.exec(text)
  if (operator && !/^https?:/i.test(text)) {
    return toOperator((operator[1] ?? '').toLowerCase(), operator[2] ?? '')
  }
  const bare = text.replaceAll('"', '')
  const tag = /^([#$@])([\p{L}\p{M}\p{N}_.]+)$/u.exec(bare)
  if (tag) {
    const kinds = { '#': 'hashtag', $: 'cashtag', '@': 'mention' } as const
    const kind = kinds[tag[1] as keyof typeof kinds]
    return { kind, value: (tag[2] ?? '').toLowerCase() }
  }
  const words = toWords(bare)
  if (words.length > 0) return { kind: 'words', words, phrase: spaced(words) }
  if (bare.trim() === '') throw new QueryError('a phrase is empty')
  return { kind: 'emoji', text: bare }
}

function toOperator(name: string, quoted: string): QueryNode {
  const value = quoted.replaceAll('"', '')
  if (!standalone.has(name) && !narrowing.has(name)) {
    throw new QueryError(
      `Reference to invalid operator '${name}'. Operator is not available in current product or product packaging`,
    )
  }
  if (values[name] && !values[name].has(value)) {
    throw new QueryError(`Reference to invalid value '${value}' of operator '${name}'`)
  }
  if (name.startsWith('min_') && !/^[0-9]{1,9}$/.test(value)) {
    throw new QueryError(`'${name}' needs a number`)
  }
  return { kind: 'operator', name, value: value.toLowerCase() }
}

function canStandAlone(node: QueryNode): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.some(canStandAlone)
    case 'or':
      return node.nodes.every(canStandAlone)
    case 'not':
      return false
    case 'operator':
      return standalone.has(node.name)
    case 'words':
    case 'emoji':
    case 'hashtag':
    case 'cashtag':
    case 'mention':
      return true
  }
}

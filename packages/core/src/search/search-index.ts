import { type ToolPredicate } from '../query-predicates.js'
import { type ToolDefinition } from '../tool-definition.js'
import { bestFirst } from './best-first.js'
import { createIndexedTools, type Entry, type IndexedTools } from './indexed-tools.js'
import { takeAll, takeBest } from './scoreboard.js'
import { SearchHit } from './search-hit.js'
import { addMeaning, toUnit } from './vectors.js'
import { type ReadWord } from './vocabulary.js'

export interface SearchOptions {
  /** 5 where it is left out. Less than 1 lets no tool through. */
  readonly limit?: number
  /** Below it a tool does not fit, and is not shown. At 0 every tool that shares a word is. */
  readonly threshold?: number
  readonly filter?: ToolPredicate
  /** The query as a vector, of the same embedding as the tools'. A tool whose vector has another length is judged by its words alone. */
  readonly vector?: ArrayLike<number>
}

/** The tools that fit, best first, and by id where they fit alike; or none, and why. */
export type SearchResult =
  | { readonly kind: 'found'; readonly hits: readonly SearchHit[] }
  | { readonly kind: 'none'; readonly reason: string; readonly nearest?: SearchHit }

export interface SearchIndex {
  readonly size: number
  /** Takes the place of a tool of the same id. */
  add(tool: ToolDefinition): void
  /** Whether there was such a tool. */
  remove(id: string): boolean
  /** A tool's meaning, for queries that bring a vector too. */
  setVector(id: string, vector: ArrayLike<number>): void
  search(query: string, options?: SearchOptions): SearchResult
}

/** Where queries that fit and queries that do not are told apart best. */
export const DEFAULT_THRESHOLD = 0.19

/** Ranked search by BM25, mixed with meaning where there are vectors. It grows and shrinks with its tools. */
export function createSearchIndex(tools: readonly ToolDefinition[] = []): SearchIndex {
  const indexed = createIndexedTools()
  for (const tool of tools) indexed.add(tool)
  return {
    get size() {
      return indexed.count()
    },
    add: (tool) => indexed.add(tool),
    remove: (id) => indexed.remove(id),
    setVector: (id, vector) => indexed.setVector(id, vector),
    search: (query, options = {}) => search(indexed, query, options),
  }
}

function search(indexed: IndexedTools, query: string, options: SearchOptions): SearchResult {
  const { threshold = DEFAULT_THRESHOLD, filter, vector } = options
  const limit = Math.floor(options.limit ?? 5)
  if (!(limit >= 1)) return { kind: 'none', reason: `a limit of ${limit} lets no tool through` }
  const asked: Asked = {
    words: indexed.words.read(query),
    point: vector && toUnit(vector, 'the vector of a query'),
    most: filter ? Infinity : limit,
  }
  const hits: SearchHit[] = []
  for (const { tool, score } of rank(indexed, asked)) {
    if (hits.length > 0 && score < threshold) break
    // It is not ours: it may throw, search, or change the index. All that it could upset is done with by now.
    if (filter && !filter(tool)) continue
    const hit = new SearchHit(tool, Math.min(1, score), asked.words)
    if (!(score >= threshold)) return none(hit)
    if (hits.push(hit) === limit) break
  }
  return hits.length > 0 ? { kind: 'found', hits } : none(undefined)
}

interface Asked {
  readonly words: readonly ReadWord[]
  readonly point: Float32Array | undefined
  readonly most: number
}

interface Ranked {
  readonly tool: ToolDefinition
  readonly score: number
}

/** More are no longer picked out one by one. */
const FEW = 64

/** The board is empty again afterwards, and no number of a tool is given away. */
function rank(indexed: IndexedTools, { words, point, most }: Asked): Iterable<Ranked> {
  const entries = indexed.entries()
  const board = indexed.board()
  const ideal = indexed.words.score(words, board) || 1
  if (point) addMeaning(board, entries, { query: point, ideal })
  const isFew = most <= FEW
  const placed = isFew
    ? takeBest(board, most, (tool, other) => idOf(entries[tool]) < idOf(entries[other]))
    : takeAll(board)
  const ranked = placed.map(({ tool, score }) => ({
    tool: (entries[tool] as Entry).tool,
    score: score / ideal,
  }))
  return isFew ? ranked : bestFirst(ranked, isBefore)
}

function idOf(entry: Entry | undefined): string {
  return entry?.tool.id ?? ''
}

function isBefore(one: Ranked, other: Ranked): boolean {
  return one.score === other.score ? one.tool.id < other.tool.id : one.score > other.score
}

function none(nearest: SearchHit | undefined): SearchResult {
  if (!nearest) return { kind: 'none', reason: 'no tool shares a word with the query' }
  return { kind: 'none', reason: `no tool fits; the nearest is ${nearest.tool.id}`, nearest }
}

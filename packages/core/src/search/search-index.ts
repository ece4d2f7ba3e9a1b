import { type ToolPredicate } from '../query-predicates.js'
import { type ToolDefinition } from '../tool-definition.js'
import { SEARCH_FIELDS } from './fields.js'
import { createPostings, idf, K1, type Postings, type Statistics } from './postings.js'
import { readQuery } from './read-query.js'
import { createScoreboard, takeBest, type Scoreboard } from './scoreboard.js'
import { SearchHit } from './search-hit.js'
import { tokenize } from './tokenize.js'
import { createVectors } from './vectors.js'
import { createVocabulary, type ReadWord } from './vocabulary.js'

export interface SearchOptions {
  /** 5 where it is left out. */
  readonly limit?: number
  /** Below it a tool does not fit, and is not shown. At 0 every tool that shares a word is. */
  readonly threshold?: number
  readonly filter?: ToolPredicate
  /** The query as a vector, of the same embedding as the tools'. */
  readonly vector?: ArrayLike<number>
}

/** The tools that fit, best first; or none, and why. */
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

/** How much a word that no tool knows speaks against all of them. A handful of tools knows few words, and says less by it. */
function unknownWord(tools: number): number {
  return 0.6 * Math.min(1, tools / 50) * idf(tools, 0)
}

/** How much longer descriptions are marked down. */
const B = 0.4

/** Ranked search by BM25, mixed with meaning where there are vectors. It grows and shrinks with its tools. */
export function createSearchIndex(tools: readonly ToolDefinition[] = []): SearchIndex {
  const vocabulary = createVocabulary()
  const postings: Postings[] = []
  const vectors = createVectors()
  const numbers = new Map<string, number>()
  // A tool that is gone leaves its number empty, until the lists that name it are next read.
  const byNumber: Array<ToolDefinition | undefined> = []
  const lengths: number[] = []
  let prepared: { statistics: Statistics; board: Scoreboard } | undefined

  const remove = (id: string): boolean => {
    const number = numbers.get(id)
    if (number === undefined) return false
    numbers.delete(id)
    byNumber[number] = undefined
    vectors.remove(number)
    prepared = undefined
    return true
  }

  const add = (tool: ToolDefinition): void => {
    remove(tool.id)
    const number = byNumber.push(tool) - 1
    numbers.set(tool.id, number)
    let length = 0
    for (const [word, weight] of weigh(tool)) {
      const list = (postings[vocabulary.add(word)] ??= createPostings())
      list.add(number, weight)
      length += weight
    }
    lengths.push(length)
    prepared = undefined
  }

  const prepare = () => {
    prepared ??= {
      board: createScoreboard(byNumber.length),
      statistics: {
        tools: numbers.size,
        isGone: (number) => byNumber[number] === undefined,
        norms: toNorms(lengths, byNumber),
      },
    }
    return prepared
  }

  /** Scores all tools, and gives the score of one in which every word of the query weighed the most. */
  const scoreWords = (words: readonly ReadWord[]): number => {
    const { statistics, board } = prepare()
    let ideal = 0
    for (const { means } of words) {
      let rarest = 0
      for (const { term, factor } of means) {
        const list = postings[term] as Postings
        list.prepare(statistics)
        list.score(board, factor)
        rarest = Math.max(rarest, list.rarity())
      }
      ideal += means.length > 0 ? rarest : unknownWord(statistics.tools)
    }
    return ideal * (K1 + 1)
  }

  const search = (query: string, options: SearchOptions = {}): SearchResult => {
    const { limit = 5, threshold = DEFAULT_THRESHOLD, filter, vector } = options
    const words = readQuery(query, vocabulary)
    const ideal = scoreWords(words) || 1
    const { board } = prepare()
    if (vector) vectors.mix(board, vector, ideal)
    const full = vector ? 1 : ideal

    const fits = filter && ((number: number) => filter(byNumber[number] as ToolDefinition))
    const hits: SearchHit[] = []
    for (const { tool, score } of takeBest(board, Math.max(1, limit), fits)) {
      const hit = new SearchHit(byNumber[tool] as ToolDefinition, Math.min(1, score / full), words)
      if (hit.score >= threshold) hits.push(hit)
      else if (hits.length === 0) return none(hit)
    }
    return hits.length > 0 ? { kind: 'found', hits } : none(undefined)
  }

  for (const tool of tools) add(tool)
  return {
    get size() {
      return numbers.size
    },
    add,
    remove,
    setVector(id, vector) {
      const number = numbers.get(id)
      if (number === undefined) return
      vectors.set(number, vector)
    },
    search,
  }
}

function weigh(tool: ToolDefinition): Map<string, number> {
  const weights = new Map<string, number>()
  for (const field of SEARCH_FIELDS) {
    for (const word of tokenize(field.text(tool))) {
      weights.set(word, (weights.get(word) ?? 0) + field.weight)
    }
  }
  return weights
}

function toNorms(
  lengths: readonly number[],
  tools: ReadonlyArray<ToolDefinition | undefined>,
): Float64Array {
  const living = lengths.filter((_, number) => tools[number] !== undefined)
  const average = living.reduce((sum, length) => sum + length, 0) / Math.max(1, living.length)
  return Float64Array.from(lengths, (length) => K1 * (1 - B + (B * length) / (average || 1)))
}

function none(nearest: SearchHit | undefined): SearchResult {
  if (!nearest) return { kind: 'none', reason: 'no tool shares a word with the query' }
  return { kind: 'none', reason: `no tool fits; the nearest is ${nearest.tool.id}`, nearest }
}

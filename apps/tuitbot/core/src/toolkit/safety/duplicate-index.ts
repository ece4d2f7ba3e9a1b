import { foldText } from '../text/fold-text.js'
import { listWords } from '../text/list-words.js'
import { createWordSets } from './word-sets.js'

/** A text that was there before, and how alike it is. */
export interface Duplicate {
  readonly id: string
  readonly similarity: number
}

export interface DuplicateIndex {
  readonly size: number
  add(id: string, text: string): void
  /** The likest of all texts that are alike enough; of several, the one added last. */
  find(text: string): Duplicate | undefined
}

export interface DuplicateIndexOptions {
  /** How alike is too alike, above 0 and at most 1. */
  readonly threshold?: number
  /** A text of fewer different words is a duplicate only of one with the same words in the same order. */
  readonly minWords?: number
}

/**
 * Finds near-duplicates in a long history, exactly: it finds a text if and only if `similarity` of the two
 * reaches the threshold. What it keeps of a text is its words' numbers.
 */
export function createDuplicateIndex(
  texts: Iterable<readonly [id: string, text: string]> = [],
  { threshold = 0.8, minWords = 5 }: DuplicateIndexOptions = {},
): DuplicateIndex {
  if (!(threshold > 0 && threshold <= 1)) {
    throw new RangeError(`a threshold lies above 0 and is at most 1, not ${threshold}`)
  }
  const fewest = Math.max(1, minWords)
  const ids: string[] = []
  const sets = createWordSets(threshold)
  const short = new Map<string, number>()

  const add = (id: string, text: string) => {
    const folded = foldText(text)
    const words = new Set(listWords(folded))
    if (words.size < fewest) short.set(folded, ids.length)
    ids.push(id)
    sets.add(words)
  }
  for (const [id, text] of texts) add(id, text)
  sets.rank()

  return {
    get size() {
      return ids.length
    },
    add,
    find(text) {
      const folded = foldText(text)
      if (folded === '') return undefined
      const words = new Set(listWords(folded))
      const found = words.size < fewest ? toMatch(short.get(folded)) : sets.findLikest(words)
      const id = found && ids[found.index]
      return id === undefined ? undefined : { id, similarity: found?.similarity ?? 0 }
    },
  }
}

function toMatch(index: number | undefined) {
  return index === undefined ? undefined : { index, similarity: 1 }
}

import { mendWord, type Candidate } from './mend-word.js'

/** A word of a query, and the words of the index that it may mean. */
export interface ReadWord {
  readonly asked: string
  readonly means: readonly Meaning[]
}

export interface Meaning {
  readonly term: number
  readonly word: string
  readonly how: 'exact' | 'prefix' | 'typo'
  /** What it counts, against the word itself. */
  readonly factor: number
}

/** The words of an index, by number. */
export interface Vocabulary {
  /** The number of a word, a new one where it was not known. */
  add(word: string): number
  /** The word as itself, where a tool has it. */
  find(word: string): ReadWord | undefined
  /** A known word means itself; an unknown one the words that it begins, or that are a slip of the pen away. */
  read(word: string): ReadWord
}

/** `countTools` says how many tools have a word now: one that none has any more means nothing. */
export function createVocabulary(countTools: (term: number) => number): Vocabulary {
  const known = new Map<string, { readonly term: number; readonly read: ReadWord }>()
  const byFirstLetter = new Map<number, Candidate[]>()

  const find = (word: string): ReadWord | undefined => {
    const found = known.get(word)
    return found && countTools(found.term) > 0 ? found.read : undefined
  }
  const listStarting = (letter: number): readonly Candidate[] => byFirstLetter.get(letter) ?? []

  return {
    add(word) {
      const before = known.get(word)
      if (before) return before.term
      const term = known.size
      known.set(word, {
        term,
        read: { asked: word, means: [{ term, word, how: 'exact', factor: 1 }] },
      })
      const letter = word.charCodeAt(0)
      byFirstLetter.set(letter, byFirstLetter.get(letter) ?? [])
      byFirstLetter.get(letter)?.push({ term, word })
      return term
    },
    find,
    read: (word) =>
      find(word) ?? { asked: word, means: mendWord(word, { listStarting, countTools }) },
  }
}

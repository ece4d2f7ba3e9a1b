import { isWithinEdits } from './edit-distance.js'

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
  /** A known word means itself; an unknown one the words that it begins, or that are a slip of the pen away. */
  read(word: string): ReadWord
}

const MOST_MEANINGS = 6

export function createVocabulary(): Vocabulary {
  const known = new Map<string, ReadWord>()
  const words: string[] = []
  return {
    add(word) {
      const [meaning] = known.get(word)?.means ?? []
      if (meaning) return meaning.term
      const term = words.push(word) - 1
      known.set(word, { asked: word, means: [{ term, word, how: 'exact', factor: 1 }] })
      return term
    },
    read: (word) => known.get(word) ?? { asked: word, means: mend(word, words) },
  }
}

function mend(word: string, words: readonly string[]): readonly Meaning[] {
  // Short words have too many neighbours.
  if (word.length < 3) return []
  // The longer the word, the surer the guess.
  const sure = Math.min(1, word.length / 8)
  const begun = collect(words, 'prefix', 0.8 * sure, (other) => other.startsWith(word))
  if (begun.length > 0) return begun
  const near = collect(words, 'typo', 0.75 * sure, (other) => isNear(word, other, 1))
  if (near.length > 0 || word.length < 8) return near
  return collect(words, 'typo', 0.75, (other) => isNear(word, other, 2))
}

/** Slips are rare in the first letter, and letting them be saves most of the work. */
function isNear(word: string, other: string, max: number): boolean {
  if (word.length < 4 || Math.abs(word.length - other.length) > max + 1) return false
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)]
  const swapped = first === other.charCodeAt(1) && second === other.charCodeAt(0)
  if (first !== other.charCodeAt(0) && !swapped) return false
  // The stem of a short word that is misspelt keeps an `e` that the right one has lost.
  return (
    isWithinEdits(word, other, max) || (word.endsWith('e') && isWithinEdits(word, `${other}e`, max))
  )
}

function collect(
  words: readonly string[],
  how: Meaning['how'],
  factor: number,
  fits: (word: string) => boolean,
): Meaning[] {
  const found: Meaning[] = []
  for (const [term, word] of words.entries()) {
    if (!fits(word)) continue
    found.push({ term, word, how, factor })
    if (found.length === MOST_MEANINGS) break
  }
  return found
}

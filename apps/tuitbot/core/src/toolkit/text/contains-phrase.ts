import { UNSPACED } from './scripts.js'

/** Where a phrase may end: with its last letter, or after whatever the word goes on with. */
export type PhraseEnd = 'word' | 'stem'

/**
 * Whether a folded text has a folded phrase in it, from the beginning of a word on: `check out` is not in
 * `paycheck outcome`. A word that ends there may have the `s` of a plural.
 */
export function containsPhrase(folded: string, phrase: string, end: PhraseEnd): boolean {
  if (phrase === '') return false
  const startsAnywhere = !STARTS_WITH_LETTER.test(phrase)
  const endsAnywhere = end === 'stem' || !ENDS_WITH_LETTER.test(phrase)
  for (let at = folded.indexOf(phrase); at >= 0; at = folded.indexOf(phrase, at + 1)) {
    const after = at + phrase.length
    const starts = startsAnywhere || !isLetterBefore(folded, at)
    if (starts && (endsAnywhere || isWordEnd(folded, after))) return true
  }
  return false
}

const SPACED = String.raw`(?![${UNSPACED}])[\p{L}\p{M}\p{N}]`
const STARTS_WITH_LETTER = new RegExp(`^${SPACED}`, 'u')
const ENDS_WITH_LETTER = new RegExp(`${SPACED}$`, 'u')
const LETTER_HERE = new RegExp(SPACED, 'uy')

function isLetterBefore(text: string, at: number): boolean {
  // Of a pair of surrogates the second half has the look of no letter, so the whole is taken.
  return ENDS_WITH_LETTER.test(text.slice(Math.max(0, at - 2), at))
}

function isWordEnd(text: string, at: number): boolean {
  return !isLetterAt(text, at) || (text[at] === 's' && !isLetterAt(text, at + 1))
}

function isLetterAt(text: string, at: number): boolean {
  LETTER_HERE.lastIndex = at
  return LETTER_HERE.test(text)
}

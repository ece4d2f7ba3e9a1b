import { UNSPACED } from './scripts.js'

/**
 * The words of a folded text, in order, without the punctuation around them. Where a script puts no space
 * between words, each pair of neighbours counts as one.
 */
export function listWords(folded: string): string[] {
  if (!BEYOND_ASCII.test(folded)) return folded.match(ASCII_WORD) ?? []
  const words = folded.match(WORD) ?? []
  return HAS_UNSPACED.test(folded) ? words.flatMap(cutUnspaced) : words
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`
// It takes all up to the next space and gives the punctuation back, which is linear; a search for the
// punctuation before the space would not be.
const WORD = new RegExp(String.raw`${LETTER}(?:\S*${LETTER})?`, 'gu')
const BEYOND_ASCII = /[^ -~]/
const ASCII_WORD = /[a-z0-9](?:\S*[a-z0-9])?/g
const UNSPACED_LETTER = `(?=${LETTER})[${UNSPACED}]`
const HAS_UNSPACED = new RegExp(UNSPACED_LETTER, 'u')
const STRETCH = new RegExp(`(?:${UNSPACED_LETTER})+|(?:(?!${UNSPACED_LETTER})[^])+`, 'gu')

function cutUnspaced(word: string): string[] {
  return (word.match(STRETCH) ?? []).flatMap((stretch) => {
    if (!HAS_UNSPACED.test(stretch)) return stretch.match(WORD) ?? []
    const letters = Array.from(stretch)
    if (letters.length === 1) return letters
    return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)
  })
}

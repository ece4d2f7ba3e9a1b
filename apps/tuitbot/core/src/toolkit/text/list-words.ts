import { UNSPACED } from './scripts.js'

/**
 * The words of a folded text, in order, without the punctuation around them. Where a script puts no space
 * between words, each pair of neighbours counts as one.
 */
export function listWords(folded: string): string[] {
  if (!BEYOND_ASCII.test(folded)) return listPlainWords(folded)
  const words = folded.match(WORD) ?? []
  return HAS_UNSPACED.test(folded) ? words.flatMap(cutUnspaced) : words
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`
// It takes all up to the next space and gives the punctuation back, which is linear; a search for the
// punctuation before the space would not be.
const WORD = new RegExp(String.raw`${LETTER}(?:\S*${LETTER})?`, 'gu')
const BEYOND_ASCII = /[^ -~]/
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

/** The same for ASCII, where a loop is quicker. */
function listPlainWords(folded: string): string[] {
  const words: string[] = []
  for (const part of folded.split(' ')) {
    let start = 0
    let end = part.length
    while (start < end && !isPlainLetter(part.charCodeAt(start))) start += 1
    while (end > start && !isPlainLetter(part.charCodeAt(end - 1))) end -= 1
    if (end > start) words.push(end - start === part.length ? part : part.slice(start, end))
  }
  return words
}

function isPlainLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

import { foldText } from '../text/fold-text.js'
import { listWords } from '../text/list-words.js'

/** How alike two texts are: the words they share as a part of all their words (Jaccard), 0 to 1. */
export function similarity(a: string, b: string): number {
  const words = toWordSet(a)
  const others = toWordSet(b)
  if (words.size === 0 && others.size === 0) return 1
  let shared = 0
  for (const word of words) if (others.has(word)) shared += 1
  return shared / (words.size + others.size - shared)
}

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(listWords(foldText(text)))
}

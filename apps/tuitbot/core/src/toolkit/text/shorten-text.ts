import { LINK_LENGTH, MAX_WEIGHTED_LENGTH, weightedLength } from '../weighted-length.js'
import { EMOJI_SEQUENCE } from './emoji.js'
import { findLinks } from './find-links.js'
import { normalizeText } from './normalize-text.js'

/**
 * The beginning of a text that fits: up to the last whole sentence, else up to the last whole word and `…`.
 * No emoji, link or letter with its marks is ever cut in two.
 */
export function shortenText(text: string, limit: number = MAX_WEIGHTED_LENGTH): string {
  const normal = normalizeText(text)
  if (weightedLength(normal) <= limit) return normal
  const cuts = listCuts(normal, limit)
  const fits = (candidate: string) => candidate !== '' && weightedLength(candidate) <= limit
  const sentences = cuts.filter((at) => SENTENCE_END.test(normal.slice(at - 1, at + 1)))
  const words = cuts.filter((at) => /\s/.test(normal.charAt(at)))
  const candidates = [
    ...sentences.map((at) => normal.slice(0, at).trimEnd()),
    ...[...words, ...cuts].map((at) => `${normal.slice(0, at).trimEnd()}…`),
  ]
  return candidates.find((candidate) => fits(candidate) && candidate !== '…') ?? ''
}

const SENTENCE_END = /^(?:[.!?…]\s|[。！？])/u

/** Places between two pieces that are within the limit, the last first. */
function listCuts(text: string, limit: number): number[] {
  const cuts: number[] = []
  let at = 0
  let length = 0
  const step = (end: number, weight: number) => {
    at = end
    length += weight
    // A link may end in a digit that, with the marks after it, is one sign: there is no place between them.
    if (length <= limit && !CONTINUES.test(text.slice(end, end + 2))) cuts.push(end)
  }
  for (const { start, end } of [...findLinks(text), { start: text.length, end: text.length }]) {
    while (at < start && length <= limit) {
      PIECE.lastIndex = at
      const pieceEnd = PIECE.test(text) ? Math.min(PIECE.lastIndex, start) : start
      step(pieceEnd, weightedLength(text.slice(at, pieceEnd)))
    }
    if (length <= limit && end > start) step(end, LINK_LENGTH)
  }
  return cuts.toReversed()
}

const CONTINUES = /^[\p{M}\u200d]/u
const PIECE = new RegExp(String.raw`(?:${EMOJI_SEQUENCE.source}|[^])\p{M}*`, 'uy')

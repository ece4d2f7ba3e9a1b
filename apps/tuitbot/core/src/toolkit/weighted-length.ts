import { EMOJI_SEQUENCE } from './text/emoji.js'
import { findLinks } from './text/find-links.js'
import { normalizeText } from './text/normalize-text.js'

/** The most that a post may weigh. */
export const MAX_WEIGHTED_LENGTH = 280

/** What every link weighs, however long it is. */
export const LINK_LENGTH = 23

/**
 * The length of a text as X counts it: links 23, emoji 2 whatever they are made of, most letters 1,
 * and 2 for the rest (Chinese, Japanese, Korean and so on).
 */
export function weightedLength(text: string): number {
  const normal = normalizeText(text)
  let length = 0
  let at = 0
  for (const { start, end } of findLinks(normal)) {
    length += weigh(normal.slice(at, start)) + LINK_LENGTH
    at = end
  }
  return length + weigh(at === 0 ? normal : normal.slice(at))
}

function weigh(text: string): number {
  let length = 0
  for (const character of text.replace(EMOJI_SEQUENCE, ONE_EMOJI)) {
    length += isLight(character.codePointAt(0) ?? 0) ? 1 : 2
  }
  return length
}

const ONE_EMOJI = '\u{1f600}'

function isLight(point: number): boolean {
  return (
    point <= 0x10ff ||
    (point >= 0x2000 && point <= 0x200d) ||
    (point >= 0x2010 && point <= 0x201f) ||
    (point >= 0x2032 && point <= 0x2037)
  )
}

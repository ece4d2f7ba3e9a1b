import { findLinks, type Link } from './find-links.js'
import { isAccentedLatin } from './url-characters.js'

/** A mention, hashtag or cashtag in a text, without its sign. */
export interface Tag {
  readonly start: number
  readonly end: number
  readonly name: string
}

export interface Tags {
  readonly mentions: readonly Tag[]
  readonly hashtags: readonly Tag[]
  readonly cashtags: readonly Tag[]
}

/** What X makes clickable in a text that is in NFC, besides links; inside of links there is nothing. */
export function findTags(text: string, links: readonly Link[] = findLinks(text)): Tags {
  const isOutside = createOutside(links)
  const list = (pattern: RegExp) =>
    Array.from(text.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      name: match[0].slice(1),
    })).filter(({ start }) => isOutside(start))
  return {
    mentions: list(MENTION).filter(({ end }) => !goesOn(text, end)),
    hashtags: list(HASHTAG),
    cashtags: list(CASHTAG),
  }
}

// Not after a letter or one of a few signs, but after `RT`, and its colon, it is one again.
const MENTION = /(?:(?<![a-z0-9_!#$%&*@＠])|(?<=(?<![a-z0-9_+~.-])rt:?))[@＠][a-z0-9_]{1,20}/gi
// A number alone is none, nor is the sign of a keycap.
const HASHTAG =
  /(?:(?<=[\ufe0e\ufe0f])|(?<![\p{L}\p{M}\p{N}_&]))[#＃](?!\ufe0f|\u20e3)(?=[\p{N}_]{0,200}[\p{L}\p{M}])[\p{L}\p{M}\p{N}_]+(?![\p{L}\p{M}\p{N}_#＃]|:\/\/)/gu
const CASHTAG =
  /(?<=^|\s)\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?=$|\s|[!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$])/gi

/** An address and a word with an accent are no mention. */
function goesOn(text: string, end: number): boolean {
  const next = text.charCodeAt(end)
  return next === 0x40 || next === 0xff20 || isAccentedLatin(next) || text.startsWith('://', end)
}

/** Whether a position is in none of the links; positions may come in any order. */
function createOutside(links: readonly Link[]): (at: number) => boolean {
  return (at) => {
    let low = 0
    let high = links.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((links[middle]?.end ?? Infinity) <= at) low = middle + 1
      else high = middle
    }
    return (links[low]?.start ?? Infinity) > at
  }
}

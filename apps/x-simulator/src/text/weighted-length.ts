import { findLinks } from './find-links.js'

const linkWeight = 23

// A letter that is also a picture, such as the copyright sign, is one only with a selector.
const free = String.raw`(?=\p{Cn})\p{Extended_Pictographic}`
const picture = String.raw`(?:(?=\p{Emoji})\p{Extended_Pictographic}|${free})`
const tinted = String.raw`(?:\p{EBase}|${free})\p{EMod}`
const part = String.raw`(?:${tinted}|${picture}\ufe0f?)`
const emoji = new RegExp(
  [
    String.raw`\p{RI}\p{RI}`,
    String.raw`[#*0-9]\ufe0f?\u20e3`,
    String.raw`\u{1f3f4}\u{e0067}\u{e0062}[\u{e0061}-\u{e007a}]{3}\u{e007f}`,
    String.raw`${part}(?:\u200d${part}){1,3}`,
    tinted,
    String.raw`${picture}\ufe0f`,
  ].join('|'),
  'gu',
)

/** How much of the 280 a text takes: links 23, any emoji 2, Latin and its neighbours 1, the rest 2. */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC')
  let length = 0
  let position = 0
  for (const { start, end } of findLinks(normal)) {
    length += weightWithoutLinks(normal.slice(position, start)) + linkWeight
    position = end
  }
  return length + weightWithoutLinks(normal.slice(position))
}

function weightWithoutLinks(text: string): number {
  let length = 0
  const rest = text.replace(emoji, () => {
    length += 2
    return ''
  })
  for (const character of rest) length += isLight(character.codePointAt(0) ?? 0) ? 1 : 2
  return length
}

function isLight(point: number): boolean {
  return (
    point <= 4351 ||
    (point >= 8192 && point <= 8205) ||
    (point >= 8208 && point <= 8223) ||
    (point >= 8242 && point <= 8247)
  )
}

import { findLinks } from './find-links.js'

const linkWeight = 23

// Copyright and registered signs are letters unless a selector makes pictures of them.
const pictograph = String.raw`(?:[©®]\ufe0f|(?![©®])\p{Extended_Pictographic}\ufe0f?)\p{EMod}?`
const emoji = new RegExp(
  [
    String.raw`\p{RI}\p{RI}`,
    String.raw`[#*0-9]\ufe0f?\u20e3`,
    String.raw`${pictograph}(?:[\u{e0020}-\u{e007e}]+\u{e007f}|(?:\u200d${pictograph})+)?`,
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

import { findLinks } from './find-links.js'

/** A tag or name in a text. Positions count code points, as X's do. */
export interface Tag {
  readonly start: number
  readonly end: number
  readonly tag: string
}

export interface LinkEntity {
  readonly start: number
  readonly end: number
  readonly url: string
  readonly expanded_url: string
  readonly display_url: string
}

export interface TextEntities {
  readonly hashtags: readonly Tag[]
  readonly cashtags: readonly Tag[]
  readonly mentions: readonly Tag[]
}

const hashtag =
  /(?:(?<=[\ufe0e\ufe0f])|(?<![\p{L}\p{M}\p{N}_&]))[#＃](?=[\p{N}_]*[\p{L}\p{M}])([\p{L}\p{M}\p{N}_]{1,100})(?![\p{L}\p{M}\p{N}_#＃]|:\/\/)/gu
const cashtag =
  /(?<=^|\s)\$([a-z]{1,6}(?:[._][a-z]{1,2})?)(?=$|\s|[!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$])/giu
const mention =
  /(?:(?<![a-z0-9_!#$%&*@＠])|(?<=(?<![a-z0-9_+~.-])rt:?))[@＠]([a-z0-9_]{1,15})(?![a-z0-9_@＠\u00c0-\u024f]|:\/\/)/giu

export function findEntities(text: string): TextEntities {
  const toPoints = createPointCounter(text)
  const links = findLinks(text)
  const outside = (index: number) => !links.some(({ start, end }) => index >= start && index < end)
  const tags = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      outside(match.index)
        ? [
            {
              start: toPoints(match.index),
              end: toPoints(match.index + match[0].length),
              tag: match[1] ?? '',
            },
          ]
        : [],
    )
  return { hashtags: tags(hashtag), cashtags: tags(cashtag), mentions: tags(mention) }
}

/** Puts a short t.co address in the place of every link, as X does before it stores a post. */
export function wrapLinks(text: string, shorten: (url: string) => string) {
  const links: LinkEntity[] = []
  let wrapped = ''
  let position = 0
  let points = 0
  for (const { start, end, url } of findLinks(text)) {
    const before = text.slice(position, start)
    const short = shorten(url)
    const expanded = /^https?:\/\//i.test(url) ? url : `http://${url}`
    const from = points + countPoints(before)
    points = from + short.length
    links.push({
      start: from,
      end: points,
      url: short,
      expanded_url: expanded,
      display_url: displayForm(expanded),
    })
    wrapped += before + short
    position = end
  }
  return { text: wrapped + text.slice(position), links }
}

function displayForm(url: string): string {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/i, '')
  const points = Array.from(bare)
  return points.length > 28 ? `${points.slice(0, 27).join('')}…` : bare
}

function countPoints(text: string): number {
  let points = 0
  for (const _ of text) points++
  return points
}

/** Positions are asked in rising order per kind, but kinds overlap, so each is counted from a table. */
function createPointCounter(text: string): (index: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (index) => index
  const table: number[] = []
  let points = 0
  for (const character of text) {
    for (let unit = 0; unit < character.length; unit++) table.push(points)
    points++
  }
  return (index) => table[index] ?? points
}

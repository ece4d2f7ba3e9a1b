import { encodeLabel } from './encode-label.js'
import { topLevelDomains } from './top-level-domains.js'

/** A link in a text, by UTF-16 position. */
export interface FoundLink {
  readonly start: number
  readonly end: number
  readonly url: string
}

const unfit = String.raw`\t-\r !'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$\x85\xa0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufffe\ufeff\uffff\u202a-\u202e\u061c\u200e\u200f\u2066-\u2069`
const latin = String.raw`\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff`
// Labels are bounded, and so is their number, which keeps the search linear.
const label = String.raw`[^${unfit}](?:(?:[^${unfit}]|[_-]){0,200}[^${unfit}])?`
const inPath = String.raw`[a-z0-9!*';:=+,.$/%#[\]\-\u2013_~@|&${latin}\u0400-\u04ff]`
const endOfPath = String.raw`[a-z0-9+\-=_#/${latin}\u0400-\u04ff]`
const brackets = String.raw`\((?:${inPath}+|${inPath}*\(${inPath}+\)${inPath}*)\)`
const path = String.raw`\/(?:${inPath}*(?:${brackets}${inPath}*)*${endOfPath}|${brackets})*`
const query = String.raw`\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/]`

const start = new RegExp(String.raw`(?:https?:\/\/)?(?:${label}\.){1,10}`, 'iy')
const tail = new RegExp(`(?::[0-9]+)?(${path})?(?:${query})?`, 'iy')
const plainLabels = new RegExp(String.raw`(?:[a-z0-9${latin}-]{1,200}\.){1,10}`, 'gi')
const shortLink = new RegExp(String.raw`^https?:\/\/t\.co\/([a-z0-9]+)(?:${query})?`, 'i')

/** Finds what X would turn into a t.co link: web addresses, and bare domains under a known top level. */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = []
  if (!text.includes('.')) return found
  for (let at = 0; at < text.length;) {
    const match = mayPrecede(text[at]) ? readLink(text, at + 1) : undefined
    const link = match ?? (at === 0 ? readLink(text, 0) : undefined)
    if (link) found.push(...link.links)
    at = link?.end ?? at + 1
  }
  return found
}

function mayPrecede(unit = ''): boolean {
  return !/[A-Za-z0-9@＠$#＃\ufffe\ufeff\uffff]/.test(unit)
}

/** What X reads as one address from here, and the links it makes of it. */
function readLink(text: string, from: number): { end: number; links: FoundLink[] } | undefined {
  start.lastIndex = from
  const head = start.exec(text)?.[0]
  if (head === undefined) return undefined
  const scheme = /^https?:\/\//i.exec(head)?.[0] ?? ''
  const host = from + scheme.length
  const hostEnd = cutAtTopLevel(text, host, from + head.length)
  if (hostEnd === undefined) return undefined
  tail.lastIndex = hostEnd
  const rest = tail.exec(text)
  const end = hostEnd + (rest?.[0].length ?? 0)

  const hasLongLabel = text
    .slice(host, hostEnd)
    .split('.')
    .some((part) => encodeLabel(part).length > 63)
  const isEncoded = text.startsWith('xn--', host)
  if (hasLongLabel || (isEncoded && plainDomains(text, host, hostEnd).length === 0)) {
    return { end, links: [] }
  }
  if (scheme !== '') return { end, links: shorten(text, from, end) }
  if (/[-_./]/.test(text[from - 1] ?? '')) return { end, links: [] }
  const links = plainDomains(text, host, hostEnd)
  const last = links.pop()
  if (!last) return { end, links }
  const lastEnd = rest?.[1] === undefined ? last.end : end
  return { end, links: [...links, toLink(text, last.start, lastEnd)] }
}

/** The end of the last label that is a top-level domain, where the label before it can be a name. */
function cutAtTopLevel(text: string, from: number, to: number): number | undefined {
  for (let dot = to - 1; dot > from; dot = text.lastIndexOf('.', dot - 1)) {
    const name = text.slice(Math.max(from, text.lastIndexOf('.', dot - 1) + 1), dot)
    const end = name.includes('_') ? undefined : topLevelEnd(text, dot + 1)
    if (end !== undefined) return end
  }
  return undefined
}

function topLevelEnd(text: string, from: number): number | undefined {
  const encoded = /^xn--[a-z0-9-]+/i.exec(text.slice(from, from + 64))
  if (encoded) return from + encoded[0].length
  for (let end = from + 18; end > from + 1; end--) {
    if (/[a-z0-9@+-]/i.test(text[end] ?? '')) continue
    if (topLevelDomains.has(text.slice(from, end).toLowerCase())) return end
  }
  return undefined
}

/** Without a scheme only plain letters make a host, so that Chinese may stand around it. */
function plainDomains(text: string, from: number, to: number): FoundLink[] {
  return [...text.slice(from, to).matchAll(plainLabels)].flatMap((match) => {
    const begin = from + match.index
    const end = cutAtTopLevel(text, begin, begin + match[0].length)
    return end === undefined ? [] : [toLink(text, begin, end)]
  })
}

/** X's own short links end with their name. */
function shorten(text: string, from: number, end: number): FoundLink[] {
  const short = shortLink.exec(text.slice(from, end))
  if (!short) return [toLink(text, from, end)]
  return (short[1]?.length ?? 0) > 40 ? [] : [toLink(text, from, from + short[0].length)]
}

function toLink(text: string, from: number, end: number): FoundLink {
  return { start: from, end, url: text.slice(from, end) }
}

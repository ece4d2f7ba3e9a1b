import { topLevelDomains } from './top-level-domains.js'

/** A link in a text, by UTF-16 position. */
export interface FoundLink {
  readonly start: number
  readonly end: number
  readonly url: string
}

// Labels are bounded as in the name system, which also keeps the search linear.
const wideLabel = String.raw`[\p{L}\p{M}\p{N}\p{So}](?:[\p{L}\p{M}\p{N}\p{So}_-]{0,61}[\p{L}\p{M}\p{N}\p{So}])?`
const plainLabel = String.raw`[a-z0-9](?:[a-z0-9\u00c0-\u024f-]{0,61}[a-z0-9\u00c0-\u024f])?`
const top = String.raw`(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})(?![a-z0-9@+-])`
const inPath = String.raw`[a-z0-9!*';:=+,.$/%#[\]\-\u2013_~@|&\u00c0-\u024f\u0400-\u04ff]`
const inBrackets = String.raw`\((?:${inPath}+|${inPath}*\(${inPath}+\)${inPath}*)\)`
const path = String.raw`\/(?:${inPath}|${inBrackets})*`
const query = String.raw`\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*`

// With a scheme any letters may make a host; without one only plain letters do.
const candidate = new RegExp(
  String.raw`(?:(?<scheme>https?:\/\/)(?<wide>(?:${wideLabel}\.){1,8}${top})|(?<plain>(?:${plainLabel}\.){1,8}${top}))(?<port>:[0-9]{1,5})?(?<path>${path})?(?<query>${query})?`,
  'giu',
)
const glued = /[A-Za-z0-9@＠$#＃]$/
const gluedBare = /[A-Za-z0-9@$#_./-]$/

/** Finds what X would turn into a t.co link: web addresses, and bare domains under a known top level. */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = []
  if (!text.includes('.')) return found
  for (const match of text.matchAll(candidate)) {
    const { scheme = '', wide, plain = '', port = '', path = '', query = '' } = match.groups ?? {}
    const before = text.slice(Math.max(0, match.index - 1), match.index)
    if ((scheme === '' ? gluedBare : glued).test(before)) continue
    const host = wide ?? plain
    const domain = cutAtTopLevel(host)
    if (domain === undefined) continue
    const isWhole = domain.length === host.length && (scheme !== '' || path !== '')
    const rest = isWhole ? port + trimEnd(path, '+)') + trimEnd(query, '&') : ''
    const url = scheme + domain + rest
    found.push({ start: match.index, end: match.index + url.length, url })
  }
  return found
}

/** The host up to the last of its labels that is a top-level domain. */
function cutAtTopLevel(host: string): string | undefined {
  const labels = host.split('.')
  for (let last = labels.length - 1; last > 0; last--) {
    const label = labels[last]?.toLowerCase() ?? ''
    const isTop = topLevelDomains.has(label) || label.startsWith('xn--')
    if (isTop && !labels[last - 1]?.includes('_')) return labels.slice(0, last + 1).join('.')
  }
  return undefined
}

/** The end of a sentence is not part of a link. `more` names what this part may also end with. */
function trimEnd(part: string, more: '+)' | '&'): string {
  let end = part.length
  while (
    end > 0 &&
    !/[\p{L}\p{N}\-=_#/]/u.test(part[end - 1] ?? '') &&
    !more.includes(part[end - 1] ?? '')
  ) {
    end--
  }
  return part.slice(0, end)
}

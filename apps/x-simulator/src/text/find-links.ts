import { topLevelDomains } from './top-level-domains.js'

/** A link in a text, by UTF-16 position. */
export interface FoundLink {
  readonly start: number
  readonly end: number
  readonly url: string
}

// Labels are bounded as in the name system, which also keeps the search linear.
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`
const candidate = new RegExp(
  String.raw`(?<scheme>https?:\/\/)?(?<host>(?:${label}\.){1,8}(?<top>[a-z]{2,24}|xn--[a-z0-9-]{2,59}))(?![\p{L}\p{N}_@-])(?<port>:[0-9]{1,5})?(?<path>[/?#][^\s"<>{}|\\^\u0060，。「」]*)?`,
  'giu',
)
const glued = /[\p{L}\p{N}@＠$#＃_\u202a-\u202e]$/u
const gluedBare = /[-_./]$/
const trailing = /[.,:;!?'"\-…*~]+$/

/** Finds what X would turn into a t.co link: web addresses, and bare domains under a known top level. */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = []
  for (const match of text.matchAll(candidate)) {
    const { scheme, top = '', host = '', port = '', path = '' } = match.groups ?? {}
    const before = text.slice(Math.max(0, match.index - 2), match.index)
    if (glued.test(before) || (scheme === undefined && gluedBare.test(before))) continue
    if (!topLevelDomains.has(top.toLowerCase()) && !top.toLowerCase().startsWith('xn--')) continue
    if (scheme === undefined && !/^[\x21-\x7e]+$/.test(host)) continue
    const url = `${scheme ?? ''}${host}${port}${trimPath(path)}`
    found.push({ start: match.index, end: match.index + url.length, url })
  }
  return found
}

/** The end of a sentence is not part of a link, nor is a bracket that was opened before it. */
function trimPath(path: string): string {
  let kept = path
  for (;;) {
    const shorter = kept.replace(trailing, '')
    const unbalanced = shorter.endsWith(')') && count(shorter, ')') > count(shorter, '(')
    const next = unbalanced ? shorter.slice(0, -1) : shorter
    if (next === kept) return kept
    kept = next
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

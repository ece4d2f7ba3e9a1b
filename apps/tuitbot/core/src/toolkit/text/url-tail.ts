import { PATH, PATH_END, QUERY, QUERY_END, rolesOf } from './url-characters.js'

/** Where the path that begins with this slash ends. Trailing punctuation is not part of it, balanced brackets are. */
export function pathEnd(text: string, slash: number): number {
  let end = slash + 1
  for (let at = end; at < text.length;) {
    const roles = rolesOf(text.charCodeAt(at))
    if (roles & PATH) {
      at += 1
      if (roles & PATH_END) end = at
      continue
    }
    const closed = bracketsEnd(text, at)
    if (closed < 0) break
    // Brackets may end a path, but not after punctuation: `/a(b)` is one, of `/a,(b)` only `/a` is.
    if (end === at) end = closed
    at = closed
  }
  return end
}

/** Where the query that begins with this question mark ends; the mark itself where there is none. */
export function queryEnd(text: string, mark: number): number {
  let end = mark
  for (let at = mark + 1; at < text.length; at++) {
    const roles = rolesOf(text.charCodeAt(at))
    if (!(roles & QUERY)) break
    if (roles & QUERY_END) end = at + 1
  }
  return end
}

/** Where `(…)` or `(…(…)…)` ends, or -1: one level of nesting, and nothing empty inside. */
function bracketsEnd(text: string, at: number): number {
  if (text[at] !== '(') return -1
  const first = skipPath(text, at + 1)
  if (text[first] === ')') return first > at + 1 ? first + 1 : -1
  if (text[first] !== '(') return -1
  const inner = skipPath(text, first + 1)
  if (text[inner] !== ')' || inner === first + 1) return -1
  const last = skipPath(text, inner + 1)
  return text[last] === ')' ? last + 1 : -1
}

function skipPath(text: string, from: number): number {
  let at = from
  while (at < text.length && rolesOf(text.charCodeAt(at)) & PATH) at += 1
  return at
}

import { LONGEST_TOP_LEVEL_DOMAIN, TOP_LEVEL_DOMAINS } from './top-level-domains.js'
import { LABEL, rolesOf } from './url-characters.js'

/** Where the top-level domain that begins here ends, or -1. What follows it must not go on with the word. */
export function topLevelDomainEnd(text: string, start: number): number {
  PUNYCODE.lastIndex = start
  if (PUNYCODE.test(text)) return PUNYCODE.lastIndex

  for (let end = wordEnd(text, start); end > start + 1; end--) {
    if (goesOn(text.charCodeAt(end))) continue
    if (TOP_LEVEL_DOMAINS.has(text.slice(start, end).toLowerCase())) return end
  }
  return -1
}

/** As far as a top-level domain could reach. */
function wordEnd(text: string, start: number): number {
  const furthest = Math.min(text.length, start + LONGEST_TOP_LEVEL_DOMAIN)
  let end = start
  while (end < furthest && rolesOf(text.charCodeAt(end)) & LABEL) end += 1
  return end
}

const PUNYCODE = /xn--[-0-9a-z]+/iy

/** Letters, digits, `@`, `+` and `-`. At the end of the text the unit is no number. */
function goesOn(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x40 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x2b ||
    unit === 0x2d
  )
}

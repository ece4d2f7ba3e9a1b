/** What a UTF-16 unit may be in a link, by X's rules; a unit may be several of these. */
export const LABEL = 1
export const PATH = 2
export const PATH_END = 4
export const QUERY = 8
export const QUERY_END = 16
const ALPHANUMERIC = 32
/** Latin letters, digits and the hyphen: what a domain without `https://` is made of. */
export const PLAIN_LABEL = 64

/** The roles that a unit can take, as bits. */
export function rolesOf(unit: number): number {
  if (unit < 128) return ASCII[unit] ?? 0
  let roles = isSpace(unit) || isNoncharacter(unit) || isDirectionMark(unit) ? 0 : LABEL
  if (isAccentedLatin(unit)) roles |= PATH | PATH_END | PLAIN_LABEL
  else if (unit >= 0x400 && unit <= 0x4ff) roles |= PATH | PATH_END
  else if (unit === 0x2013) roles |= PATH
  return roles
}

/** Whether a link may begin after this unit: not inside a word, a mention, a hashtag or a cashtag. */
export function mayPrecedeLink(unit: number): boolean {
  if (unit < 128) return ((ASCII[unit] ?? 0) & ALPHANUMERIC) === 0 && !'@$#'.includes(toText(unit))
  return unit !== 0xff20 && unit !== 0xff03 && !isNoncharacter(unit)
}

/** Letters of the Latin script beyond ASCII, and combining marks. */
export function isAccentedLatin(unit: number): boolean {
  if (unit < 0xc0) return false
  if (unit <= 0x24f) return unit !== 0xd7 && unit !== 0xf7
  if (unit <= 0x2bb) return RARE_LATIN.has(unit)
  return (unit >= 0x300 && unit <= 0x36f) || (unit >= 0x1e00 && unit <= 0x1eff)
}

const RARE_LATIN = new Set([
  0x253, 0x254, 0x256, 0x257, 0x259, 0x25b, 0x263, 0x268, 0x26f, 0x272, 0x289, 0x28b, 0x2bb,
])

function isSpace(unit: number): boolean {
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    unit === 0x180e ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  )
}

function isNoncharacter(unit: number): boolean {
  return unit === 0xfeff || unit >= 0xfffe
}

function isDirectionMark(unit: number): boolean {
  return (
    unit === 0x61c ||
    unit === 0x200e ||
    unit === 0x200f ||
    (unit >= 0x202a && unit <= 0x202e) ||
    (unit >= 0x2066 && unit <= 0x2069)
  )
}

function toText(unit: number): string {
  return String.fromCharCode(unit)
}

const ASCII = Uint8Array.from({ length: 128 }, (_, unit) => {
  const text = toText(unit)
  const is = (set: RegExp, role: number) => (set.test(text) ? role : 0)
  return (
    is(/[^\t-\r !#$%&'()*+,\-./:;<=>?@[\\\]^_{|}~]/, LABEL) |
    is(/[a-z0-9!*';:=+,.$/%#[\]\-_~@|&]/i, PATH) |
    is(/[a-z0-9+\-=_#/]/i, PATH_END) |
    is(/[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]/i, QUERY) |
    is(/[a-z0-9\-_&=#/]/i, QUERY_END) |
    is(/[a-z0-9]/i, ALPHANUMERIC) |
    is(/[a-z0-9-]/i, PLAIN_LABEL)
  )
})

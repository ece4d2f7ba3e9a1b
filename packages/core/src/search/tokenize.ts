/**
 * The words of a text, lower-cased and cut back to their stems: `postTweets`, `post_tweet` and "posting tweets" share theirs.
 * Scripts that write without spaces are cut into pairs of characters.
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = []
  let start = -1
  let previous = 0
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 0
    if (code > 127) return tokenizeUnicode(text)
    const kind = KINDS[code] ?? OTHER
    if (start >= 0 && (kind === OTHER || isHump(text, index, kind, previous))) {
      tokens.push(stem(text.slice(start, index).toLowerCase()))
      start = -1
    }
    if (start < 0 && kind !== OTHER) start = index
    previous = kind
  }
  return tokens
}

const OTHER = 0
const LOWER = 1
const UPPER = 2
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z0-9]/.test(char)) return LOWER
  return /[A-Z]/.test(char) ? UPPER : OTHER
})

/** Where camelCase starts a word: at the U of `fooUp`, and at the S of `HTTPServer`. */
function isHump(text: string, index: number, kind: number, previous: number): boolean {
  if (kind !== UPPER) return false
  if (previous === LOWER) return true
  const next = index + 1 < text.length ? (KINDS[text.charCodeAt(index + 1)] ?? OTHER) : OTHER
  return previous === UPPER && next === LOWER && /[a-z]/.test(text.charAt(index + 1))
}

const WITHOUT_SPACES =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}/u

function tokenizeUnicode(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
  const humps = plain
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  const words = humps.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.flatMap((word) => (WITHOUT_SPACES.test(word) ? toPairs(word) : [stem(word)]))
}

function toPairs(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** A little of Porter's stemmer, enough that plurals and verb forms of English meet. Other words pass. */
function stem(word: string): string {
  if (word.length < 4) return word
  let stemmed = word
  if (stemmed.endsWith('s')) stemmed = withoutPlural(stemmed)
  if (stemmed.length > 5 && stemmed.endsWith('ing')) stemmed = undouble(stemmed.slice(0, -3))
  else if (stemmed.length > 4 && stemmed.endsWith('ed')) stemmed = undouble(stemmed.slice(0, -2))
  return stemmed.length > 4 && stemmed.endsWith('e') ? stemmed.slice(0, -1) : stemmed
}

/** `policies` and `posts`, but not `status`, `class` or `analysis`. */
function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  const kept = word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')
  return kept ? word : word.slice(0, -1)
}

/** The second n of `running` stands for the ending alone. */
function undouble(word: string): string {
  const last = word.at(-1)
  const doubled = word.length > 3 && last === word.at(-2) && last !== 'l' && last !== 's'
  return doubled ? word.slice(0, -1) : word
}

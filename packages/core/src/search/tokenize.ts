import { stem } from './stem.js'

/** A word, or what is found by more than one. */
export type Token = string | Humped | Run

/** A word in camelCase: `YouTube` is found by its parts and as a whole. */
export interface Humped {
  readonly kind: 'humped'
  readonly parts: readonly string[]
  readonly whole: string
}

/** Characters of a script that writes without spaces: found by each two that stand together, and by each one. */
export interface Run {
  readonly kind: 'run'
  readonly parts: readonly string[]
  readonly characters: readonly string[]
}

/**
 * The words of a text, lower-cased and cut back to their stems: `postTweets`, `post_tweet` and "posting tweets" share theirs.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let start = -1
  let mayHaveHumps = false
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 0
    if (code > 127) return tokenizeUnicode(text)
    const kind = KINDS[code]
    if (kind === OTHER) {
      if (start < 0) continue
      const word = text.slice(start, index)
      tokens.push(mayHaveHumps ? cutHumps(word) : toStem(word))
      start = -1
      mayHaveHumps = false
    } else if (start < 0) start = index
    else if (kind === UPPER) mayHaveHumps = true
  }
  return tokens
}

/** Every word by which a text that holds this token is found. */
export function listForms(token: Token): readonly string[] {
  if (typeof token === 'string') return [token]
  return [...token.parts, ...listOthers(token)]
}

/** The forms besides the parts. They say nothing more, and make a text no longer. */
export function listOthers(token: Humped | Run): readonly string[] {
  return token.kind === 'humped' ? [token.whole] : token.characters
}

const OTHER = 0
const LOWER = 1
const UPPER = 2
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z0-9]/.test(char)) return LOWER
  return /[A-Z]/.test(char) ? UPPER : OTHER
})

/** What is longer is no word, and would only cost time. */
const LONGEST_WORD = 64

function toStem(word: string): string {
  return stem(word.toLowerCase().slice(0, LONGEST_WORD))
}

/** Where camelCase starts a word: at the U of `fooUp`, and at the S of `HTTPServer`, but nowhere in `URLs`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{Ll}))/u

function cutHumps(word: string): Token {
  const parts = word.split(HUMP)
  if (parts.length === 1) return toStem(word)
  return { kind: 'humped', parts: parts.map(toStem), whole: toStem(word) }
}

const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}'
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')
const BY_SCRIPT = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu')

function tokenizeUnicode(text: string): Token[] {
  const plain = text
    // No script stacks more marks, and to bring many thousands into order takes seconds.
    .replaceAll(/(\p{M}{8})\p{M}+/gu, '$1')
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.flatMap((word) => {
    if (!HAS_UNSPACED.test(word)) return cutHumps(word)
    const pieces = word.match(BY_SCRIPT) ?? []
    return pieces.map((piece) => (HAS_UNSPACED.test(piece) ? cutRun(piece) : cutHumps(piece)))
  })
}

function cutRun(run: string): Token {
  const characters = Array.from(run)
  if (characters.length === 1) return run
  const parts = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  return { kind: 'run', parts, characters }
}

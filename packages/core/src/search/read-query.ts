import { tokenize, type Humped, type Token } from './tokenize.js'
import { type ReadWord, type Vocabulary } from './vocabulary.js'

/** Nobody asks for a tool in more characters, and each word costs time. */
const LONGEST_QUERY = 1_000

/** Words that say how one asks, and not what for. As stems. */
const FILLER: ReadonlySet<Token> = new Set(
  tokenize(
    'a an and any are as at be by can could do does for from get give have help here how i if in into is it its just let me my need of on or our please shall should so some that the their them then there these this those to up us use using want was we were what when where which who will with would you your',
  ),
)

/** The words of a query that say something, each once and with the words of the index that it may mean. */
export function readQuery(query: string, vocabulary: Vocabulary): readonly ReadWord[] {
  const tokens = tokenize(query.slice(0, LONGEST_QUERY))
  const telling = readTokens(tokens.filter(isTelling), vocabulary)
  return telling.length > 0 ? telling : readTokens(tokens, vocabulary)
}

/** Who "would like" something likes nothing, but liked posts are liked. */
function isTelling(token: Token, at: number, tokens: readonly Token[]): boolean {
  if (FILLER.has(token)) return false
  return token !== 'like' || !['would', 'd'].some((before) => before === tokens[at - 1])
}

function readTokens(tokens: readonly Token[], vocabulary: Vocabulary): ReadWord[] {
  const words = new Map<string, ReadWord>()
  for (const token of tokens) {
    if (typeof token === 'object' && token.kind === 'humped') {
      for (const word of readHumped(token, vocabulary)) words.set(word.asked, word)
      continue
    }
    for (const word of typeof token === 'string' ? [token] : token.parts) {
      if (!words.has(word)) words.set(word, vocabulary.read(word))
    }
  }
  return [...words.values()]
}

/** `YouTube` is one word where a tool says it so, and else its parts. Parts that no tool has then speak against none. */
function readHumped({ parts, whole }: Humped, vocabulary: Vocabulary): readonly ReadWord[] {
  const telling = parts.filter((part) => !FILLER.has(part))
  const known = telling.flatMap((part) => vocabulary.find(part) ?? [])
  const exact = vocabulary.find(whole)
  if (exact) return [exact, ...known]
  if (known.length === telling.length) return known
  const mended = vocabulary.read(whole)
  if (mended.means.length > 0) return [mended, ...known]
  return telling.map((part) => vocabulary.read(part))
}

import { tokenize } from './tokenize.js'
import { type ReadWord, type Vocabulary } from './vocabulary.js'

/** Words that say how one asks, and not what for. As stems. */
const FILLER = new Set(
  tokenize(
    'a an and any are as at be by can could do does for from get give have help here how i if in into is it its just let like me my need of on or our please shall should so some that the their them then there these this those to up us use using want was we were what when where which who will with would you your',
  ),
)

/** The words of a query that say something, each with the words of the index that it may mean. */
export function readQuery(query: string, vocabulary: Vocabulary): readonly ReadWord[] {
  const tokens = tokenize(query)
  const telling = readWords(tokens, vocabulary, FILLER)
  return telling.length > 0 ? telling : readWords(tokens, vocabulary)
}

function readWords(
  tokens: readonly string[],
  vocabulary: Vocabulary,
  leaveOut?: ReadonlySet<string>,
): ReadWord[] {
  const words: ReadWord[] = []
  for (const token of tokens) {
    if (leaveOut?.has(token)) continue
    const word = vocabulary.read(token)
    if (!words.some((other) => other.asked === token)) words.push(word)
  }
  return words
}

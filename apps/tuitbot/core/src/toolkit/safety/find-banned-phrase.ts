import { containsPhrase } from '../text/contains-phrase.js'
import { foldText } from '../text/fold-text.js'

/**
 * The first of the phrases that a text has in it, whatever the case, the spaces or the form of its letters.
 * A word may go on after the phrase (`I recommended`), but the phrase begins with a word.
 */
export function findBannedPhrase(text: string, phrases: readonly string[]): string | undefined {
  const folded = foldText(text)
  return phrases.find((phrase) => containsPhrase(folded, foldText(phrase), 'stem'))
}

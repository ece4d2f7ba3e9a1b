import { containsPhrase } from '../text/contains-phrase.js'
import { foldText } from '../text/fold-text.js'

/** What an account is about, as its owner says. */
export interface Subjects {
  readonly productKeywords: readonly string[]
  readonly competitorKeywords: readonly string[]
  readonly industryTopics: readonly string[]
}

/** The one list of keywords by which posts are scored, wherever they come from. */
export function listKeywords(subjects: Subjects): string[] {
  const all = [
    ...subjects.productKeywords,
    ...subjects.competitorKeywords,
    ...subjects.industryTopics,
  ]
  const seen = new Map<string, string>()
  for (const keyword of all) {
    const folded = foldText(keyword)
    if (folded !== '' && !seen.has(folded)) seen.set(folded, keyword.trim())
  }
  return [...seen.values()]
}

/** The keywords that a text has in it as words, in the order given, each once; `#BuildInPublic` has `build in public`. */
export function findKeywords(text: string, keywords: readonly string[]): string[] {
  const folded = foldText(text)
  const found = new Map<string, string>()
  for (const keyword of keywords) {
    const phrase = foldText(keyword)
    if (phrase === '' || found.has(phrase)) continue
    const asHashtag = `#${phrase.replaceAll(' ', '')}`
    if (containsPhrase(folded, phrase, 'word') || containsPhrase(folded, asHashtag, 'word')) {
      found.set(phrase, keyword)
    }
  }
  return [...found.values()]
}

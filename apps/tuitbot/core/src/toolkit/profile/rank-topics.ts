import { foldText } from '../text/fold-text.js'
import { findLinks } from '../text/find-links.js'
import { findTags } from '../text/find-tags.js'
import { listWords } from '../text/list-words.js'
import { normalizeText } from '../text/normalize-text.js'
import { COMMON_WORDS } from './common-words.js'

/** Hashtags, and words that mean something, each with the number of texts that have it, most first. */
export function rankTopics(texts: readonly string[]): {
  readonly hashtags: ReadonlyArray<readonly [topic: string, texts: number]>
  readonly words: ReadonlyArray<readonly [topic: string, texts: number]>
} {
  const hashtags = new Map<string, number>()
  const words = new Map<string, number>()
  for (const text of texts.map((one) => normalizeText(one))) {
    const links = findLinks(text)
    const tags = findTags(text, links)
    count(
      hashtags,
      tags.hashtags.map(({ name }) => foldText(name)),
    )
    const rest = blank(text, [...links, ...tags.mentions, ...tags.hashtags, ...tags.cashtags])
    count(words, listWords(foldText(rest)).filter(isMeaningful))
  }
  return { hashtags: mostFirst(hashtags), words: mostFirst(words) }
}

function count(counts: Map<string, number>, topics: readonly string[]): void {
  for (const topic of new Set(topics)) counts.set(topic, (counts.get(topic) ?? 0) + 1)
}

function mostFirst(counts: ReadonlyMap<string, number>): Array<[string, number]> {
  return [...counts].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
}

function isMeaningful(word: string): boolean {
  return word.length > 2 && word.length <= 40 && /\p{L}{2}/u.test(word) && !COMMON_WORDS.has(word)
}

interface Span {
  readonly start: number
  readonly end: number
}

function blank(text: string, spans: readonly Span[]): string {
  let rest = ''
  let at = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    rest += `${text.slice(at, start)} `
    at = end
  }
  return rest + text.slice(at)
}

import { findLinks, findTags, listHiddenCharacters, nameOfCharacter } from '@tuitbot/core'

/** A stretch of a text, by what X makes of it. */
export interface Part {
  readonly kind: 'text' | 'link' | 'mention' | 'hashtag' | 'cashtag' | 'hidden'
  readonly text: string
}

interface Span extends Pick<Part, 'kind'> {
  readonly start: number
  readonly end: number
}

/** A text as X would show it, in parts. What a reader could not see is named, so that nothing hides in a post. */
export function toParts(written: string): readonly Part[] {
  const text = written.normalize('NFC')
  const hidden = listHiddenCharacters(text)
  const parts: Part[] = []
  let at = 0
  const add = (kind: Part['kind'], end: number) => {
    if (end > at) parts.push({ kind, text: text.slice(at, end) })
    at = Math.max(at, end)
  }
  // A link or a tag is as good a place to hide as any other.
  const addAround = (kind: Part['kind'], end: number) => {
    for (const { at: start, character } of hidden) {
      if (start < at || start >= end) continue
      add(kind, start)
      parts.push({ kind: 'hidden', text: nameOfCharacter(character) })
      at = start + character.length
    }
    add(kind, end)
  }
  for (const { kind, start, end } of listSpans(text)) {
    addAround('text', start)
    addAround(kind, end)
  }
  addAround('text', text.length)
  return parts
}

function listSpans(text: string): Span[] {
  const links = findLinks(text)
  const { mentions, hashtags, cashtags } = findTags(text, links)
  const spans: Span[] = [
    ...links.map(({ start, end }) => ({ kind: 'link' as const, start, end })),
    ...mentions.map(({ start, end }) => ({ kind: 'mention' as const, start, end })),
    ...hashtags.map(({ start, end }) => ({ kind: 'hashtag' as const, start, end })),
    ...cashtags.map(({ start, end }) => ({ kind: 'cashtag' as const, start, end })),
  ]
  let last = 0
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < last) return false
      last = end
      return true
    })
}

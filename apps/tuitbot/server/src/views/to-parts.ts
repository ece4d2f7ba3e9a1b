import { findHiddenCharacters, findLinks, findTags } from '@tuitbot/core'

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
  const hidden = listHidden(text)
  const parts: Part[] = []
  let at = 0
  const add = (kind: Part['kind'], end: number) => {
    if (end > at) parts.push({ kind, text: text.slice(at, end) })
    at = Math.max(at, end)
  }
  // A link or a tag is as good a place to hide as any other.
  const addAround = (kind: Part['kind'], end: number) => {
    for (const { start, character } of hidden) {
      if (start < at || start >= end) continue
      add(kind, start)
      parts.push({ kind: 'hidden', text: nameOf(character) })
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

interface Hidden {
  readonly start: number
  readonly character: string
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What nobody sees, in order. A joiner that belongs to an emoji or to a word is not among it. */
function listHidden(text: string): Hidden[] {
  if (isClean(text)) return []
  const hidden: Hidden[] = []
  for (const { 0: word, index } of text.matchAll(/[^ \n]+/g)) {
    if (isClean(word)) continue
    for (const { segment, index: within } of graphemes.segment(word)) {
      if (isClean(segment)) continue
      let start = index + within
      for (const character of segment) {
        if (!isClean(character)) hidden.push({ start, character })
        start += character.length
      }
    }
  }
  return hidden
}

function isClean(text: string): boolean {
  return findHiddenCharacters(text).length === 0
}

function nameOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

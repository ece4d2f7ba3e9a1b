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
  const hasHidden = findHiddenCharacters(text).length > 0
  let at = 0
  const parts: Part[] = []
  const addText = (end: number) => parts.push(...toPlain(text.slice(at, end), hasHidden))
  for (const { kind, start, end } of listSpans(text)) {
    addText(start)
    parts.push({ kind, text: text.slice(start, end) })
    at = end
  }
  addText(text.length)
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

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function toPlain(text: string, hasHidden: boolean): Part[] {
  if (text === '') return []
  if (!hasHidden) return [{ kind: 'text', text }]
  const parts: Part[] = []
  let plain = ''
  const flush = () => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  for (const { segment } of graphemes.segment(text)) {
    // A joiner inside an emoji belongs to it; alone it is what nobody sees.
    for (const piece of isClean(segment) ? [segment] : segment) {
      if (isClean(piece)) {
        plain += piece
        continue
      }
      flush()
      parts.push({ kind: 'hidden', text: nameOf(piece) })
    }
  }
  flush()
  return parts
}

function isClean(text: string): boolean {
  return findHiddenCharacters(text).length === 0
}

function nameOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

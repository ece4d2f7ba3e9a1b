import { EMOJI_SEQUENCE } from '../text/emoji.js'

/** What a reader does not see, and a machine does. */
export type HiddenKind =
  | 'control'
  | 'direction'
  | 'tag'
  | 'private_use'
  | 'zero_width'
  | 'variation_selector'
  | 'noncharacter'

export interface HiddenCharacters {
  readonly kind: HiddenKind
  readonly count: number
  /** Where the first of them stands, in UTF-16 units. */
  readonly at: number
}

/** One of them, and where it stands, in UTF-16 units. */
export interface HiddenCharacter {
  readonly character: string
  readonly at: number
}

/**
 * Control, direction, tag, private and zero-width characters and selectors, in order. What belongs
 * to an emoji, to an ideograph or into a word of a script that joins its letters is not hidden.
 */
export function listHiddenCharacters(text: string): HiddenCharacter[] {
  const hidden: HiddenCharacter[] = []
  for (const { 1: character, index: at } of text.matchAll(PATTERN)) {
    if (character !== undefined) hidden.push({ character, at })
  }
  return hidden
}

/** The same, one entry a kind. */
export function findHiddenCharacters(text: string): HiddenCharacters[] {
  const found = new Map<HiddenKind, { count: number; at: number }>()
  for (const { character, at } of listHiddenCharacters(text)) {
    const kind = kindOf(character)
    const entry = found.get(kind)
    if (entry) entry.count += 1
    else found.set(kind, { count: 1, at })
  }
  return Array.from(found, ([kind, entry]) => ({ kind, ...entry }))
}

/** How a character that cannot be seen is called: `U+202E`. */
export function nameOfCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

const JOINED = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

const NONCHARACTER = String.raw`\p{Cs}\p{Noncharacter_Code_Point}`
const PATTERN = new RegExp(
  [
    EMOJI_SEQUENCE.source,
    String.raw`\p{Emoji}\ufe0e`,
    String.raw`\p{Ideographic}[\u{e0100}-\u{e01ef}]`,
    // Signs that stand around a number: by their category they are hidden, in print they are not.
    String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
    `(?<=[${JOINED}])[\\u200c\\u200d](?=[${JOINED}])`,
    String.raw`((?![\t\n\r])\p{Cc}|[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}${NONCHARACTER}])`,
  ].join('|'),
  'gu',
)

function kindOf(character: string): HiddenKind {
  const kind = KINDS.find(([, pattern]) => pattern.test(character))
  return kind ? kind[0] : 'zero_width'
}

const KINDS: ReadonlyArray<readonly [HiddenKind, RegExp]> = [
  ['control', /\p{Cc}/u],
  ['direction', /\p{Bidi_Control}/u],
  ['tag', /[\u{e0000}-\u{e007f}]/u],
  ['private_use', /\p{Co}/u],
  ['variation_selector', /\p{Variation_Selector}/u],
  ['noncharacter', new RegExp(`[${NONCHARACTER}]`, 'u')],
]

import { findHiddenCharacters } from '@tuitbot/core'
import { type Io } from './io.js'

/** The same surroundings, to which nothing is said that a terminal would obey or a person could not see. */
export function legible(io: Io): Io {
  return {
    env: io.env,
    out: (text) => io.out(toLegible(text)),
    err: (text) => io.err(toLegible(text)),
    ask: (question) => io.ask(toLegible(question)),
  }
}

/**
 * A text as it may be printed: what moves the cursor, turns the direction or is not seen stands there by its
 * number, `<U+001B>`. Line breaks, emoji and the letters of every script stay.
 */
export function toLegible(text: string): string {
  if (PLAIN.test(text)) return text
  // What belongs together, an emoji or a word with joiners in it, holds no space.
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '  ').replaceAll(WORD, toLegibleWord)
}

/** JSON in which the same signs are escaped: it reads back as it was. */
export function toJson(value: unknown, indent?: number): string {
  // Outside of strings JSON has no such sign but the line breaks between its lines.
  return JSON.stringify(value, undefined, indent).replaceAll(UNSEEN, (sign) =>
    Array.from({ length: sign.length }, (_, at) => escapeOf(sign.charCodeAt(at))).join(''),
  )
}

// Most of what is printed, and all that this program says by itself.
const PLAIN = /^[\n -~]*$/
const WORD = /[^ \n]+/g
const UNSEEN = /(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu
/** Breaks of line and of paragraph, and a letter of dots that has none: by their category they are no signs of control. */
const BLANK = /[\u2028\u2029\u2800]/

function toLegibleWord(word: string): string {
  if (isClean(word)) return word
  let shown = ''
  for (const { segment } of graphemes.segment(word)) {
    if (isClean(segment)) shown += segment
    else for (const sign of segment) shown += isClean(sign) ? sign : `<${nameOf(sign)}>`
  }
  return shown
}

function isClean(text: string): boolean {
  return !text.includes('\r') && !BLANK.test(text) && findHiddenCharacters(text).length === 0
}

function nameOf(sign: string): string {
  return `U+${hex(sign.codePointAt(0) ?? 0).toUpperCase()}`
}

function escapeOf(unit: number): string {
  return `\\u${hex(unit)}`
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

const graphemes = new Intl.Segmenter()

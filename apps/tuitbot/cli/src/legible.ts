import { listHiddenCharacters, nameOfCharacter } from '@tuitbot/core'
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
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\t', '  ')
  let shown = ''
  let at = 0
  for (const { character, at: start } of listHiddenCharacters(lines)) {
    shown += `${lines.slice(at, start)}<${nameOfCharacter(character)}>`
    at = start + character.length
  }
  return (shown + lines.slice(at)).replaceAll(BLANK, (sign) => `<${nameOfCharacter(sign)}>`)
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
const UNSEEN = /(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu
/** Returns, breaks of line and of paragraph, and a letter of dots that has none: these are no hidden characters by themselves. */
const BLANK = /[\r\u2028\u2029\u2800]/g

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

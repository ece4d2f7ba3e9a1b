/** Longer posts are cut: whoever answers has read enough by then, and each letter is paid for. */
const MAX_TEXT = 4_000

/**
 * Text by strangers as a block of data that it cannot close: JSON on one line, in which neither brackets nor characters that
 * are not seen stand for themselves.
 */
export function fence(data: Readonly<Record<string, string>>): string {
  const short = Object.entries(data).map(([name, text]) => [name, text.slice(0, MAX_TEXT)])
  const json = JSON.stringify(Object.fromEntries(short)).replace(
    /[<>]|[^\P{C}]|[\u2028\u2029]/gu,
    escape,
  )
  return `<data>${json}</data>`
}

function escape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

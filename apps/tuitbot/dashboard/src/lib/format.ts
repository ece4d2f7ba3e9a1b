const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Millionths of a dollar, to the tenth of a cent where it matters. */
export function formatMoney(microUsd: number): string {
  const dollars = microUsd / 1_000_000
  const digits = dollars > 0 && dollars < 1 && microUsd % 10_000 !== 0 ? 3 : 2
  return `$${dollars.toFixed(digits)}`
}

/** How long ago, as one would say it. */
export function formatAgo(at: number, now: number): string {
  const ms = Math.max(0, now - at)
  if (ms < 45 * SECOND_MS) return 'just now'
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min ago`
  if (ms < DAY_MS) return `${Math.round(ms / HOUR_MS)} h ago`
  const days = Math.round(ms / DAY_MS)
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** How long it is until then, as one would say it. */
export function formatAhead(at: number, now: number): string {
  const ms = Math.max(0, at - now)
  if (ms < MINUTE_MS) return 'within a minute'
  if (ms < HOUR_MS) return `in ${Math.round(ms / MINUTE_MS)} min`
  return `in ${Math.round(ms / HOUR_MS)} h`
}

/** How long there still is. */
export function formatLeft(until: number, now: number): string {
  const ms = until - now
  if (ms <= 0) return 'expired'
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min left`
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h left`
  return `${Math.round(ms / DAY_MS)} days left`
}

export function formatMoment(at: number): string {
  return new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

/** A sentence as it stands at the beginning of a line. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Begins and ends like a sentence. What X answers may end like one already. */
export function toSentence(text: string): string {
  return capitalize(/[.!?…]$/u.test(text) ? text : `${text}.`)
}

/** Up to two letters to tell people apart. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    letters
      .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0x20).trim())
      .join('')
      .toUpperCase() || '?'
  )
}

/** The same person always has the same colour. */
export function hueOf(name: string, hues: number): number {
  let sum = 0
  for (const character of name.toLowerCase())
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return sum % hues
}

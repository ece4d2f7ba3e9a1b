import { canonicalJson } from '../serialization/stable-json.js'

/** The most of a value that is shown, and how much of it stands before the first difference. */
const MAX_SHOWN = 120
const LEAD = 40

/** "`text` maxLength 280 → none". */
export function line(where: string, what: string, before: unknown, after: unknown): string {
  const [old, fresh] = showChange(before, after)
  return [where, reveal(what), `${old} → ${fresh}`].filter(Boolean).join(' ')
}

/** The start of a value, where there is no other to hold against it. */
export function show(value: unknown): string {
  return reveal(cut(textOf(value), 0, Infinity))
}

/** `input.text` is `` `text` ``, and `output.id` is ``output `id` ``: the input is what is mostly meant. */
export function namePlace(path: string): string {
  const [root, side] = path.startsWith('output') ? ['output', 'output '] : ['input', '']
  const field = path.slice(root.length).replace(/^\./, '')
  return field === '' ? root : `${side}\`${reveal(field)}\``
}

export function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b
  return canonicalJson(a) === canonicalJson(b)
}

/** A field may be called `constructor`, which every object has and none here means. */
export function ownValue(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function unionOfKeys(a: Record<string, unknown>, b: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted()
}

/** Both sides from shortly before they first differ: what is the same at length says nothing, and can hide the rest. */
function showChange(before: unknown, after: unknown): readonly [string, string] {
  const [old, fresh] = [textOf(before), textOf(after)]
  if (before === undefined || after === undefined) return [show(before), show(after)]
  if (old.length <= MAX_SHOWN && fresh.length <= MAX_SHOWN) return [reveal(old), reveal(fresh)]
  const shortest = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shortest && old[start] === fresh[start]) start++
  let tail = 0
  while (tail < shortest - start && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  const from = Math.max(0, start - LEAD)
  return [reveal(cut(old, from, old.length - tail)), reveal(cut(fresh, from, fresh.length - tail))]
}

/** A stretch of a text, which says how much of what differs it leaves out. */
function cut(text: string, from: number, end: number): string {
  if (from === 0 && text.length <= MAX_SHOWN) return text
  const to = Math.min(text.length, from + MAX_SHOWN - 1)
  // Half a character at either end would be shown as none.
  const middle = text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  const left = Math.min(text.length, end) - to
  const rest = left > 0 ? ` (${left} more characters)` : ''
  return `${from > 0 ? '…' : ''}${middle}${to < text.length ? `…${rest}` : ''}`
}

function textOf(value: unknown): string {
  return value === undefined ? 'none' : canonicalJson(value)
}

/** Writes out what cannot be seen: text that reads the same to a person may tell a model something else. */
function reveal(text: string): string {
  return text.replaceAll(
    UNSEEN,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  )
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]|(?! )\p{Zs}/gu

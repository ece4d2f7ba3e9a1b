import { type Json } from '../http/answer.js'

/** A member for each wanted name that has something to show. What is empty is left out. */
export function pick(
  members: Readonly<Record<string, () => Json | undefined>>,
  wanted: Iterable<string>,
): Record<string, Json> {
  const picked: Record<string, Json> = {}
  for (const name of wanted) {
    const value = Object.hasOwn(members, name) ? members[name]?.() : undefined
    if (value !== undefined) picked[name] = value
  }
  return picked
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** `undefined` where there is nothing to list, which leaves the member out. */
export function unlessEmpty<Item extends Json>(
  items: readonly Item[],
): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items
}

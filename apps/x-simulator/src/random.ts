/** Repeatable chance: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, at least 0, below `limit`. */
  int(limit: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  chance(probability: number): boolean
  hex(length: number): string
  /** A stream of its own, so that one part's use of chance does not move another's. */
  fork(label: string): Random
}

export function createRandom(seed: number | string): Random {
  let state = hash(String(seed))

  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (limit: number) => Math.floor(next() * limit)

  return {
    next,
    int,
    pick: (items) => items[int(items.length)] ?? items[0],
    chance: (probability) => next() < probability,
    hex: (length) => Array.from({ length }, () => int(16).toString(16)).join(''),
    fork: (label) => createRandom(`${seed}/${label}`),
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value | 0
}

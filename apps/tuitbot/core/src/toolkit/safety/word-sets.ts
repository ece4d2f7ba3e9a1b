/** Sets of words as sorted numbers, and a prefix filter over them. */
export interface WordSets {
  add(words: ReadonlySet<string>): void
  /** Numbers the words anew by how many sets have them. Costs a pass over all, and is done now and then by itself. */
  rank(): void
  findLikest(words: ReadonlySet<string>): { index: number; similarity: number } | undefined
}

/**
 * Two sets that are alike by the threshold share a word among the few rarest of each, so only those are
 * indexed. That holds for any order of the words that is the same for all; rarest first makes it quick.
 */
export function createWordSets(threshold: number): WordSets {
  /** Higher is rarer; a new word is the rarest. */
  const ranks = new Map<string, number>()
  /** The ranks of each set, one after the other, rarest first. */
  let members = new Int32Array(1024)
  let starts = new Int32Array(256)
  let count = 0
  let rankedCount = 0
  let postings: number[][] = []
  let seen = new Int32Array(256)
  let round = 0

  const index = (set: number) => {
    const start = starts[set] ?? 0
    const end = starts[set + 1] ?? 0
    const prefixEnd = start + prefixLength(end - start, threshold)
    for (let at = start; at < prefixEnd; at++) (postings[members[at] ?? 0] ??= []).push(set)
  }

  const rank = () => {
    const uses = new Int32Array(ranks.size)
    const used = starts[count] ?? 0
    for (let at = 0; at < used; at++) {
      const old = members[at] ?? 0
      uses[old] = (uses[old] ?? 0) + 1
    }
    const order = Int32Array.from(uses.keys()).toSorted((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0))
    const renumbered = new Int32Array(order.length)
    for (const [fresh, old] of order.entries()) renumbered[old] = fresh
    for (const [word, old] of ranks) ranks.set(word, renumbered[old] ?? 0)
    postings = []
    for (let set = 0; set < count; set++) {
      const own = members.subarray(starts[set], starts[set + 1])
      for (const [at, old] of own.entries()) own[at] = renumbered[old] ?? 0
      own.sort(rarestFirst)
      index(set)
    }
    rankedCount = count
  }

  return {
    add(words) {
      const own = Int32Array.from(words, (word) => {
        const known = ranks.get(word)
        if (known !== undefined) return known
        ranks.set(word, ranks.size)
        return ranks.size - 1
      }).toSorted(rarestFirst)
      const start = starts[count] ?? 0
      members = grown(members, start + own.length)
      members.set(own, start)
      starts = grown(starts, count + 2)
      starts[count + 1] = start + own.length
      seen = grown(seen, count + 1)
      count += 1
      if (count >= 2 * rankedCount + 64) rank()
      else index(count - 1)
    },
    rank,
    findLikest(words) {
      const known: number[] = []
      for (const word of words) {
        const found = ranks.get(word)
        if (found !== undefined) known.push(found)
      }
      known.sort(rarestFirst)
      // Words that no set has would come first.
      const prefix = prefixLength(words.size, threshold) - (words.size - known.length)
      const smallest = leastShared(words.size, threshold)
      let best: { index: number; similarity: number } | undefined
      round += 1
      for (let at = 0; at < prefix; at++) {
        for (const set of postings[known[at] ?? -1] ?? []) {
          if (seen[set] === round) continue
          seen[set] = round
          const start = starts[set] ?? 0
          const end = starts[set + 1] ?? 0
          if (end - start < smallest || words.size / (end - start) < threshold) continue
          const shared = countShared(known, members, start, end)
          const similarity = shared / (words.size + end - start - shared)
          if (similarity < threshold) continue
          if (
            !best ||
            similarity > best.similarity ||
            (similarity === best.similarity && set > best.index)
          )
            best = { index: set, similarity }
        }
      }
      return best
    },
  }
}

function rarestFirst(a: number, b: number): number {
  return b - a
}

/** As many of a set's rarest words that two sets which share no word among them cannot be alike. */
function prefixLength(size: number, threshold: number): number {
  return size - leastShared(size, threshold) + 1
}

/** How many words a set of this size shares at least with any set that is alike. */
function leastShared(size: number, threshold: number): number {
  let shared = Math.ceil(size * threshold)
  // The product is rounded, the quotient by which sets are compared is rounded too.
  while (shared > 1 && (shared - 1) / size >= threshold) shared -= 1
  return shared
}

function countShared(known: readonly number[], members: Int32Array, start: number, end: number) {
  let shared = 0
  let at = start
  let other = 0
  while (at < end && other < known.length) {
    const difference = (members[at] ?? 0) - (known[other] ?? 0)
    if (difference === 0) shared += 1
    if (difference >= 0) at += 1
    if (difference <= 0) other += 1
  }
  return shared
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array
  const larger = new Int32Array(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}

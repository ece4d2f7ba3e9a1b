import { type Scoreboard } from './scoreboard.js'

/** Which tools a word stands in, and what that adds to the score of each. */
export interface Postings {
  add(tool: number, weight: number): void
  /** Forgets the tools that are gone, and works out what the word adds. Cheap while nothing has changed. */
  prepare(statistics: Statistics): void
  /** How many tools have the word, after `prepare`. */
  count(): number
  /** How much the word says at all, after `prepare`. */
  rarity(): number
  /** Adds the word's part to the scores, after `prepare`. */
  score(board: Scoreboard, factor: number): void
  /** Tools get new numbers, and those below 0 are forgotten. Says how many are left. */
  renumber(numbers: Int32Array): number
}

/** What BM25 needs to know of the whole collection. */
export interface Statistics {
  /** From 1; another after each change. */
  readonly version: number
  readonly tools: number
  readonly isGone: (tool: number) => boolean
  /** `k1 × (1 − b + b × length / average length)` of each tool. */
  readonly norms: Float64Array
}

export const K1 = 1.2

export function createPostings(): Postings {
  let tools = new Uint32Array(2)
  let weights = new Float64Array(2)
  let impacts = new Float64Array(0)
  let count = 0
  let rarity = 0
  // Its version and not the statistics: each list would keep the old ones that it was last read with.
  let preparedFor = 0

  return {
    add(tool, weight) {
      if (count === tools.length) {
        tools = grow(tools, new Uint32Array(count * 2))
        weights = grow(weights, new Float64Array(count * 2))
      }
      tools[count] = tool
      weights[count] = weight
      count += 1
    },
    prepare(statistics) {
      if (preparedFor === statistics.version) return
      preparedFor = statistics.version
      let kept = 0
      for (let index = 0; index < count; index++) {
        const tool = tools[index] as number
        if (statistics.isGone(tool)) continue
        tools[kept] = tool
        weights[kept] = weights[index] as number
        kept += 1
      }
      count = kept
      rarity = idf(statistics.tools, count)
      impacts = Float64Array.from({ length: count }, (_, index) => {
        const weight = weights[index] as number
        const norm = statistics.norms[tools[index] as number] as number
        return (rarity * weight * (K1 + 1)) / (weight + norm)
      })
    },
    count: () => count,
    rarity: () => rarity,
    score(board, factor) {
      const { scores, listed } = board
      let listLength = board.count
      for (let index = 0; index < count; index++) {
        const tool = tools[index] as number
        const before = scores[tool] as number
        if (before === 0) listed[listLength++] = tool
        scores[tool] = before + (impacts[index] as number) * factor
      }
      board.count = listLength
    },
    renumber(numbers) {
      let kept = 0
      for (let index = 0; index < count; index++) {
        const tool = numbers[tools[index] as number] as number
        if (tool < 0) continue
        tools[kept] = tool
        weights[kept] = weights[index] as number
        kept += 1
      }
      count = kept
      return count
    },
  }
}

/** How much a word says. A handful of tools counts as fifty: in so few, every word would say little. */
export function idf(tools: number, having: number): number {
  const total = Math.max(tools, 50)
  return Math.log(1 + (total - having + 0.5) / (having + 0.5))
}

function grow<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

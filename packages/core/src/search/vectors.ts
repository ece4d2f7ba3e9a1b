import { type Scoreboard } from './scoreboard.js'

/** How much meaning counts, against words, where a query brings a vector. */
const MEANING = 0.5

/** Tools as points, for queries that are points too. */
export interface Vectors {
  set(tool: number, vector: ArrayLike<number>): void
  remove(tool: number): void
  /** Mixes each tool's nearness into its score, which is a part of 1 from then on. */
  mix(board: Scoreboard, query: ArrayLike<number>, ideal: number): void
}

export function createVectors(): Vectors {
  const vectors = new Map<number, Float32Array>()
  return {
    set: (tool, vector) => vectors.set(tool, toUnit(vector)),
    remove: (tool) => vectors.delete(tool),
    mix(board, query, ideal) {
      const { scores, listed } = board
      for (let index = 0; index < board.count; index++) {
        const tool = listed[index] as number
        scores[tool] = (1 - MEANING) * Math.min(1, (scores[tool] as number) / ideal)
      }
      const unit = toUnit(query)
      for (const [tool, vector] of vectors) {
        const nearness = MEANING * Math.max(0, dot(unit, vector))
        if (nearness === 0) continue
        if (scores[tool] === 0) listed[board.count++] = tool
        scores[tool] = (scores[tool] as number) + nearness
      }
    },
  }
}

function toUnit(vector: ArrayLike<number>): Float32Array {
  const copy = Float32Array.from(vector)
  const length = Math.sqrt(dot(copy, copy))
  return length > 0 ? copy.map((part) => part / length) : copy
}

/** Vectors of different lengths are of different embeddings: nothing about them can be compared. */
function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number)
  return sum
}

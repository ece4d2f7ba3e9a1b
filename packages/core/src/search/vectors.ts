import { toNearness, toUsual } from './nearness.js'
import { type Scoreboard } from './scoreboard.js'

/** How far meaning lifts a tool from what its words score to its nearness. */
const MEANING = 0.5

/** What has been given for each tool, by number. */
export type Points = ReadonlyArray<{ readonly vector?: Float32Array | undefined } | undefined>

/**
 * Lifts the scores of tools that are near the query in meaning; `ideal` is the score of a perfect match.
 * No tool is lowered: a word that is found stays found, whatever an embedding thinks of it.
 */
export function addMeaning(
  board: Scoreboard,
  points: Points,
  { query, ideal }: { readonly query: Float32Array; readonly ideal: number },
): void {
  const { scores, listed } = board
  const near = listCosines(points, query)
  const usual = toUsual(near.map(({ cosine }) => cosine))
  for (const { tool, cosine } of near) {
    const before = scores[tool] as number
    const lift = MEANING * (toNearness(cosine, usual) * ideal - before)
    if (!(lift > 0)) continue
    if (before === 0) listed[board.count++] = tool
    scores[tool] = before + lift
  }
}

/** The vector at length 1. `what` names it, should it be no vector. */
export function toUnit(vector: ArrayLike<number>, what: string): Float32Array {
  const parts = Float64Array.from(vector)
  const odd = parts.findIndex((part) => !Number.isFinite(part))
  if (odd >= 0) {
    throw new RangeError(`${what} must be finite numbers, and number ${odd} is ${parts[odd]}`)
  }
  // By the greatest part first, or the squares of great ones would be infinite.
  const greatest = parts.reduce((most, part) => Math.max(most, Math.abs(part)), 0) || 1
  const scaled = parts.map((part) => part / greatest)
  const length = Math.sqrt(dot(scaled, scaled)) || 1
  return Float32Array.from(scaled, (part) => part / length)
}

/** Vectors of another length are of another embedding: nothing about them can be compared. */
function listCosines(points: Points, query: Float32Array) {
  return points.flatMap((point, tool) =>
    point?.vector?.length === query.length ? [{ tool, cosine: dot(query, point.vector) }] : [],
  )
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number)
  return sum
}

/** How near the tools are to a query that has nothing to do with most of them. */
export interface Usual {
  readonly sorted: Float64Array
  readonly spread: number
}

/** Above a baseline so high no nearness is told apart from rounding. */
const LEAST_ROOM = 0.05

/** From how many spreads above the baseline nearness is more than chance, and from how many it is none. */
const CHANCE = { upTo: 2, notFrom: 4 }

/** By medians, so that a few tools which the query does mean change nothing. */
export function toUsual(cosines: readonly number[]): Usual {
  const sorted = Float64Array.from(cosines).toSorted()
  const middle = lowerMedian(sorted)
  const distances = sorted.map((cosine) => Math.abs(cosine - middle)).toSorted()
  // What the median distance of a normal distribution makes its standard deviation.
  return { sorted, spread: 1.4826 * lowerMedian(distances) }
}

/** Many embeddings put any two texts near each other. What counts is how much nearer than the other tools one is. */
export function toNearness(cosine: number, { sorted, spread }: Usual): number {
  const baseline = Math.max(0, medianOfOthers(sorted, cosine))
  const above = cosine - baseline
  if (above <= CHANCE.upTo * spread) return 0
  const sure = (above / spread - CHANCE.upTo) / (CHANCE.notFrom - CHANCE.upTo)
  return Math.min(1, sure) * (above / Math.max(LEAST_ROOM, 1 - baseline))
}

function medianOfOthers(sorted: Float64Array, own: number): number {
  if (sorted.length < 2) return 0
  const middle = (sorted.length - 2) >> 1
  const median = sorted[middle] as number
  return own <= median ? (sorted[middle + 1] as number) : median
}

function lowerMedian(sorted: Float64Array): number {
  return sorted[(sorted.length - 1) >> 1] ?? 0
}

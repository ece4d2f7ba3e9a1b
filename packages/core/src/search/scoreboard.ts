/** The scores of one query: an array over all tools, and a list of those that have one. */
export interface Scoreboard {
  readonly scores: Float64Array
  readonly listed: Uint32Array
  count: number
}

export interface Placed {
  readonly tool: number
  readonly score: number
}

export function createScoreboard(tools: number): Scoreboard {
  return { scores: new Float64Array(tools), listed: new Uint32Array(tools), count: 0 }
}

/** The best of those listed, best first. The board is empty afterwards. */
export function takeBest(
  board: Scoreboard,
  limit: number,
  fits: ((tool: number) => boolean) | undefined,
): Placed[] {
  const { scores, listed, count } = board
  const best: Placed[] = []
  let least = 0
  for (let index = 0; index < count; index++) {
    const tool = listed[index] as number
    const score = scores[tool] as number
    scores[tool] = 0
    if (score <= least || (fits && !fits(tool))) continue
    insert(best, { tool, score }, limit)
    if (best.length === limit) least = (best[limit - 1] as Placed).score
  }
  board.count = 0
  return best
}

function insert(best: Placed[], placed: Placed, limit: number): void {
  if (best.length < limit) best.push(placed)
  let at = best.length - 1
  while (at > 0 && (best[at - 1] as Placed).score < placed.score) {
    best[at] = best[at - 1] as Placed
    at -= 1
  }
  best[at] = placed
}

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

/** Whether the first of two tools that score the same goes before the second. */
export type GoesFirst = (tool: number, other: number) => boolean

export function createScoreboard(tools: number): Scoreboard {
  return { scores: new Float64Array(tools), listed: new Uint32Array(tools), count: 0 }
}

/** The best of those listed, best first. The board is empty afterwards. */
export function takeBest(board: Scoreboard, limit: number, goesFirst: GoesFirst): Placed[] {
  const { scores, listed, count } = board
  const best: Placed[] = []
  let least = 0
  for (let index = 0; index < count; index++) {
    const tool = listed[index] as number
    const score = scores[tool] as number
    scores[tool] = 0
    if (score < least) continue
    let at = best.length
    while (at > 0 && !isBefore(best[at - 1] as Placed, { tool, score }, goesFirst)) at -= 1
    if (at === limit) continue
    if (best.length === limit) best.pop()
    best.splice(at, 0, { tool, score })
    if (best.length === limit) least = (best[limit - 1] as Placed).score
  }
  board.count = 0
  return best
}

/** All of those listed, in no order. The board is empty afterwards. */
export function takeAll(board: Scoreboard): Placed[] {
  const all = Array.from(board.listed.subarray(0, board.count), (tool) => {
    const score = board.scores[tool] as number
    board.scores[tool] = 0
    return { tool, score }
  })
  board.count = 0
  return all
}

function isBefore(placed: Placed, other: Placed, goesFirst: GoesFirst): boolean {
  if (placed.score !== other.score) return placed.score > other.score
  return goesFirst(placed.tool, other.tool)
}

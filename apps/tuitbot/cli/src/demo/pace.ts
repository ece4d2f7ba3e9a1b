export interface PaceOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How much waits for the person. */
  readonly countWaiting: () => Promise<number>
}

const LIVELY_MS = 3 * 60_000
/** About one in three calls for an answer: two drafts a minute at first, then one in twelve minutes. */
const LIVELY = 6
const CALM = 0.25
const MOST_WAITING = 20

/** How many events a minute the simulated world has: lively at first, then calm, and none while much waits. */
export function createPace({ now, countWaiting }: PaceOptions): () => number {
  const begun = now()
  let waiting = 0
  return () => {
    // It is known when the pace is next asked for, which is soon enough; a database that is closing has nothing to tell.
    countWaiting().then(
      (count) => {
        waiting = count
      },
      () => undefined,
    )
    if (waiting > MOST_WAITING) return 0
    return now() - begun < LIVELY_MS ? LIVELY : CALM
  }
}

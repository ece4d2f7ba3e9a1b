/** Time, as the runtime's clock tells it, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since 1970. It may be set, and jump. */
  now(): number
  /** Milliseconds since some moment. It only ever goes on. */
  elapsed(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}

/** One moment on both clocks. */
export interface Moment {
  readonly now: number
  readonly elapsed: number
}

export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), elapsed: clock.elapsed() }
}

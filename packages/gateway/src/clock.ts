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

import { type RateReading, readRateWindows, waitFor } from './rate-windows.js'

/** What an account has left, by method and path template. */
export interface RateLimits {
  note(key: string, headers: Headers): RateReading
  /** How long this call must wait, as far as X has said; `undefined` where it need not. */
  wait(key: string): number | undefined
  /** Everything that is known, for people to look at. */
  list(): ReadonlyArray<{ readonly key: string } & RateReading>
}

/** Follows X's limits by the headers of its answers: the published table is not what every account gets. */
export function createRateLimits(now: () => number): RateLimits {
  const readings = new Map<string, RateReading>()
  return {
    note(key, headers) {
      const reading = readRateWindows(headers, now())
      if (reading.quarter || reading.day) readings.set(key, { ...readings.get(key), ...reading })
      return reading
    },
    wait(key) {
      const known = readings.get(key)
      return known && waitFor(known, now())
    },
    list: () => [...readings].map(([key, reading]) => ({ key, ...reading })),
  }
}

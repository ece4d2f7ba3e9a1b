/** Every span of time that the gateway knows, in milliseconds. */
export interface Times {
  /** How long a permit can send after its dispatch. */
  readonly permit: number
  /** How long a send may take; after that its outcome is unknown. */
  readonly request: number
  /** How long after a dispatch the far side may still apply it. Nothing is read back before. */
  readonly settle: number
  /** Between two reads that find nothing. */
  readonly readGap: number
  /** How long reads may fail before a person is asked. */
  readonly giveUp: number
  /** How long a preparation may take between claim and dispatch. */
  readonly prepare: number
  /** How long a reconciler holds what it looks at. */
  readonly look: number
  readonly keyHeld: number
  readonly fingerprintHeld: number
  /** How long an approval can be given. */
  readonly approval: number
  /** The longest that the far side may ask something approved to wait before it is tried again; what is to wait longer has failed. */
  readonly retry: number
  /** How long a record of a replay may wait for a commit to ride with. */
  readonly lateRecord: number
  /** How long a call waits for the database while others write. */
  readonly busy: number
  /** How long a shutdown waits for what is on its way. */
  readonly close: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const DEFAULT_TIMES: Times = Object.freeze({
  permit: 5 * SECOND,
  request: 30 * SECOND,
  settle: 100 * SECOND,
  readGap: MINUTE,
  giveUp: 15 * MINUTE,
  prepare: 10 * MINUTE,
  look: 2 * MINUTE,
  keyHeld: 24 * HOUR,
  fingerprintHeld: 5 * MINUTE,
  approval: 7 * 24 * HOUR,
  retry: HOUR,
  lateRecord: 100,
  busy: 10 * SECOND,
  close: 10 * SECOND,
})

/** The same times at another pace, as tests want them. */
export function scaleTimes(times: Times, factor: number): Times {
  const scaled = Object.entries(times).map(([name, ms]) => [name, Math.ceil(ms * factor)])
  return { ...times, ...Object.fromEntries(scaled) }
}

/**
 * What the promises rest on: a permit must be dead, and its request over, well before anyone reads back;
 * and two reads that find nothing must lie apart.
 */
export function checkTimes(times: Times): void {
  const said: Readonly<Record<string, number | undefined>> = { ...times }
  for (const name of Object.keys(DEFAULT_TIMES)) {
    const ms = said[name]
    if (ms === undefined) {
      throw new RangeError(`times.${name} is missing: say { ...DEFAULT_TIMES, … } and what differs`)
    }
    if (!(ms > 0 && Number.isSafeInteger(ms))) {
      throw new RangeError(`times.${name} must be a whole number of milliseconds, not ${ms}`)
    }
  }
  const least = times.permit + times.request + times.readGap
  if (times.settle < least) {
    throw new RangeError(
      `times.settle (${times.settle} ms) must be at least permit + request + readGap (${least} ms), ` +
        'or a request still on its way could be given up and sent again',
    )
  }
}

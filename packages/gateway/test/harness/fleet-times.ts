import { DEFAULT_TIMES, scaleTimes } from '../../src/index.js'

/** The fleet lives fifty times as fast, but for how long something done answers for the same again: trials take their time. */
export const FLEET_TIMES = {
  ...scaleTimes(DEFAULT_TIMES, 1 / 50),
  fingerprintHeld: DEFAULT_TIMES.fingerprintHeld,
}

/** What happens to a process at its n-th point. */
export interface Fate {
  readonly at: number
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

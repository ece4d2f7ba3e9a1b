import { DEFAULT_TIMES, scaleTimes } from '../../src/index.js'

/**
 * The fleet lives fifty times as fast. Only what the machine takes its own time for is as it is: waiting for one's turn to write,
 * and how long something done answers for the same again, since a trial may be slow.
 */
export const FLEET_TIMES = {
  ...scaleTimes(DEFAULT_TIMES, 1 / 50),
  busy: DEFAULT_TIMES.busy,
  fingerprintHeld: DEFAULT_TIMES.fingerprintHeld,
}

/** What happens to a process at its n-th point. */
export interface Fate {
  readonly at: number
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

import { type Clock } from '../clock.js'
import { type Times } from '../times.js'

/** What every script of the store needs to know beside its input. */
export interface Env {
  readonly clock: Clock
  readonly times: Times
}

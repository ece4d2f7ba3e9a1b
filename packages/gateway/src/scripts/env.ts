import { type Clock } from '../clock.js'
import { type Times } from '../times.js'

/** What every script of the store needs to know beside its input. */
export interface Env {
  readonly clock: Clock
  readonly times: Times
  readonly policy: KnownPolicy
}

/** The policy that was read last, by its digest: a version that was rolled back may come again with another text. */
export interface KnownPolicy {
  digest: string | null
  text: string | undefined
}

export function createEnv(clock: Clock, times: Times): Env {
  return { clock, times, policy: { digest: null, text: undefined } }
}

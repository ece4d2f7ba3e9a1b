import { digest } from '@armorer/core'
import { momentOf, systemClock, type Clock } from '../clock.js'
import { issuePermit, issueStagingPermit, type Permit, type StagingPermit } from '../permit.js'

interface Options {
  readonly clock?: Clock
  readonly lifeMs?: number
  readonly account?: string
}

/** A permit for a request that no gateway has judged: for tests of a client, and for nothing else. */
export function permitFor(
  request: unknown,
  { clock = systemClock, lifeMs = 5_000, account = 'test' }: Options = {},
): Permit {
  return issuePermit(
    { intent: 'test', generation: 1, account, operation: 'test' },
    { hash: digest(request), clock, from: momentOf(clock), lifeMs },
  )
}

export function stagingPermitFor(
  content: string,
  { clock = systemClock, lifeMs = 60_000, account = 'test' }: Options = {},
): StagingPermit {
  return issueStagingPermit({ account, purpose: 'test', content }, { clock, lifeMs })
}

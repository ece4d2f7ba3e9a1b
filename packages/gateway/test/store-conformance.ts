import { type Store } from '../src/store.js'
import { type Times } from '../src/times.js'
import { testAnotherTry } from './store-conformance/another-try.js'
import { testApprovals } from './store-conformance/approvals.js'
import { testAudit } from './store-conformance/audit.js'
import { testCheckpoints } from './store-conformance/checkpoints.js'
import { testClaims } from './store-conformance/claims.js'
import { testCompletion } from './store-conformance/completion.js'
import { testControl } from './store-conformance/control.js'
import { testDeciders } from './store-conformance/deciders.js'
import { testDispatch } from './store-conformance/dispatch.js'
import { testErase } from './store-conformance/erase.js'
import { testKeys } from './store-conformance/keys.js'
import { testLimits } from './store-conformance/limits.js'
import { testPolicies } from './store-conformance/policies.js'
import { testReadBack } from './store-conformance/read-back.js'
import { testResolution } from './store-conformance/resolution.js'
import { testSteps } from './store-conformance/steps.js'

/** A fresh, empty store, and what a test may do beside it. */
export interface StoreUnderTest {
  readonly store: Store
  readonly times: Times
  /** The same database through another connection, as another process has it. */
  again(): Store
  /** Lets time go by. */
  advance(ms: number): Promise<void> | void
  /** Runs SQL past the store and past its triggers. */
  tamper(sql: string): Promise<void> | void
  /** What a query finds: an array a row. The table `app_note (text)` is the application's own. */
  rows(sql: string): Promise<unknown[][]> | unknown[][]
  [Symbol.asyncDispose](): Promise<void>
}

export type OpenStore = () => StoreUnderTest | Promise<StoreUnderTest>

/** Every promise of the `Store` port. A store passes all of it, or is none. */
export function testStore(open: OpenStore): void {
  testClaims(open)
  testKeys(open)
  testDispatch(open)
  testCompletion(open)
  testLimits(open)
  testApprovals(open)
  testAnotherTry(open)
  testDeciders(open)
  testReadBack(open)
  testResolution(open)
  testSteps(open)
  testControl(open)
  testPolicies(open)
  testAudit(open)
  testCheckpoints(open)
  testErase(open)
}

import { againAndAgain } from './again-and-again.js'
import { type Outcome } from './outcome.js'
import { type Parts } from './parts.js'
import { executeIntent } from './approvals.js'
import { reconcile } from './reconcile.js'

/** Executes what was approved and has not been executed, by this process or another. */
export async function executeApproved(parts: Parts): Promise<readonly Outcome[]> {
  const approved = await parts.store.listIntents({ states: ['approved'] })
  const outcomes: Outcome[] = []
  for (const { id, operation } of approved.toReversed()) {
    // What this program cannot carry out is another's.
    if (parts.effects.has(operation)) outcomes.push(await executeIntent(parts, id))
  }
  return outcomes
}

/** Looks after what was left behind, again and again. */
export function tend(parts: Parts, everyMs: number): () => Promise<void> {
  return againAndAgain(async () => {
    await reconcile(parts)
    await executeApproved(parts)
  }, everyMs)
}

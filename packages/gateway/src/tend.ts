import { againAndAgain } from './again-and-again.js'
import { type Intent } from './intent.js'
import { type Outcome } from './outcome.js'
import { type Parts } from './parts.js'
import { executeIntent } from './approvals.js'
import { reconcile } from './reconcile.js'

/** Executes what was approved and has not been executed, by this process or another. */
export async function executeApproved(parts: Parts): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for await (const { id, operation } of listApproved(parts)) {
    // What this program cannot carry out is another's.
    if (parts.effects.has(operation)) outcomes.push(await executeIntent(parts, id))
  }
  return outcomes
}

/** All of them, oldest first: those that cannot leave yet keep nobody else waiting. */
async function* listApproved({ store }: Parts): AsyncIterable<Intent> {
  for (let after = ''; ;) {
    const page = await store.listIntents({ states: ['approved'], after, limit: PER_PAGE })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PER_PAGE) return
    after = last.id
  }
}

const PER_PAGE = 100

/** Looks after what was left behind, again and again. */
export function tend(parts: Parts, everyMs: number): () => Promise<void> {
  return againAndAgain(async () => {
    await reconcile(parts)
    await executeApproved(parts)
  }, everyMs)
}

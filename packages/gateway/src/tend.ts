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

/** Looks after what was left behind, again and again. A round that fails is followed by the next. */
export function tend(parts: Parts, everyMs: number): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let wake: () => void = () => undefined
  const rounds = async () => {
    while (!stopped) {
      await round(parts)
      if (stopped) return
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, everyMs)
      })
    }
  }
  const running = rounds()
  return async () => {
    stopped = true
    clearTimeout(timer)
    wake()
    await running
  }
}

async function round(parts: Parts): Promise<void> {
  try {
    await reconcile(parts)
    await executeApproved(parts)
  } catch {
    // The database is busy or gone for a while; what is due stays due.
  }
}

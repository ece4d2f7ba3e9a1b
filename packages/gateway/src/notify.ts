import { againAndAgain } from './again-and-again.js'
import { describeIntent, type DescribedIntent } from './describe.js'
import { type Parts } from './parts.js'

/** Tells someone that something waits. If it throws, it is tried again. */
export type Notifier = (approval: DescribedIntent) => Promise<void>

export interface NotifyOptions {
  readonly notifiers: readonly Notifier[]
  /** How often is looked for what is new. */
  readonly everyMs?: number | undefined
}

const EVERY_MS = 500
const AT_ONCE = 50
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Hands every approval to all notifiers, at least once: which of them have been told is kept in the database, so that
 * whoever is there after a crash tells the rest. Returns how to stop.
 */
export function notify(parts: Parts, options: NotifyOptions): () => Promise<void> {
  const { notifiers, everyMs = EVERY_MS } = options
  const retries = new Map<string, { readonly at: number; readonly pauseMs: number }>()

  const tell = async (id: string): Promise<boolean> => {
    const described = await describeIntent(parts, id)
    // Decided meanwhile: there is nothing left to tell.
    if (described?.intent.state !== 'awaiting_approval') return true
    const told = await Promise.allSettled(notifiers.map((notifier) => notifier(described)))
    return told.every(({ status }) => status === 'fulfilled')
  }
  const round = async () => {
    const states = ['awaiting_approval'] as const
    const untold = await parts.store.listIntents({ states, untold: true, limit: AT_ONCE })
    const now = parts.clock.elapsed()
    const due = untold.filter(({ id }) => (retries.get(id)?.at ?? 0) <= now)
    await Promise.all(
      due.map(async ({ id }) => {
        if (await tell(id)) {
          await parts.store.markTold(id)
          retries.delete(id)
          return
        }
        const pauseMs = Math.min(
          LONGEST_PAUSE_MS,
          2 * (retries.get(id)?.pauseMs ?? FIRST_PAUSE_MS / 2),
        )
        retries.set(id, { at: now + pauseMs, pauseMs })
      }),
    )
  }
  return againAndAgain(round, everyMs)
}

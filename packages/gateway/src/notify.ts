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
const PER_PAGE = 200
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Of an approval that somebody has not heard of yet. */
interface Retry {
  readonly at: number
  readonly pauseMs: number
  /** Who has heard of it. */
  readonly told: ReadonlySet<Notifier>
}

/**
 * Hands every approval to all notifiers, at least once, and to none again that has heard of it. That all have is kept in the
 * database, so that whoever is there after a crash tells the rest. Returns how to stop.
 */
export function notify(parts: Parts, options: NotifyOptions): () => Promise<void> {
  const { everyMs = EVERY_MS } = options
  const notifiers = new Set(options.notifiers)
  const retries = new Map<string, Retry>()

  /** Who has heard of it now. */
  const tell = async (id: string, told: Retry['told']): Promise<Retry['told']> => {
    const described = await describeIntent(parts, id)
    // Decided meanwhile: there is nothing left to tell.
    if (described?.intent.state !== 'awaiting_approval') return notifiers
    const heard = await Promise.all(
      [...notifiers].map(async (one) => told.has(one) || (await hears(one, described))),
    )
    return new Set([...notifiers].filter((_one, at) => heard[at]))
  }
  const tellOrWait = async (id: string) => {
    const known = retries.get(id) ?? FRESH
    const told = await tell(id, known.told).catch(() => known.told)
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * known.pauseMs)
    retries.set(id, { at: parts.clock.elapsed() + pauseMs, pauseMs, told })
    if (told.size < notifiers.size) return
    await parts.store.markTold(id)
    retries.delete(id)
  }
  const round = async () => {
    const untold = await listUntold(parts)
    for (const id of retries.keys()) if (!untold.has(id)) retries.delete(id)
    const now = parts.clock.elapsed()
    const dueAt = (id: string) => (retries.get(id) ?? FRESH).at
    const due = [...untold].filter((id) => dueAt(id) <= now)
    // Whoever has waited longest comes first, and before all what nobody was told of: none waits for one who never answers.
    const first = due.toSorted((one, other) => dueAt(one) - dueAt(other)).slice(0, AT_ONCE)
    await Promise.allSettled(first.map(tellOrWait))
  }
  return againAndAgain(round, everyMs)
}

const FRESH: Retry = { at: 0, pauseMs: FIRST_PAUSE_MS / 2, told: new Set() }

async function hears(notifier: Notifier, approval: DescribedIntent): Promise<boolean> {
  try {
    await notifier(approval)
    return true
  } catch {
    return false
  }
}

/** All of them, oldest first. */
async function listUntold({ store }: Parts): Promise<ReadonlySet<string>> {
  const untold = new Set<string>()
  const states = ['awaiting_approval'] as const
  for (let after = ''; ;) {
    const page = await store.listIntents({ states, untold: true, after, limit: PER_PAGE })
    for (const { id } of page) untold.add(id)
    const last = page.at(-1)
    if (!last || page.length < PER_PAGE) return untold
    after = last.id
  }
}

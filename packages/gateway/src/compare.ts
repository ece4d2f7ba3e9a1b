import { type Parts } from './parts.js'
import { type Principal } from './request.js'

/** Something of an account that is there at the far side. */
export interface FarItem {
  readonly externalId: string
  /** When it came to be, in milliseconds since 1970. */
  readonly at: number
}

export interface CompareInput {
  readonly account: string
  /** What makes such things. */
  readonly operation: string
  /** From when on; what came before was compared before. */
  readonly since: number
  /** All that is there since then; with a little of what was there before, clocks may differ by as much. */
  readonly items: AsyncIterable<FarItem> | Iterable<FarItem>
  /** Whether something was taken away on purpose since. */
  readonly isGone?: ((externalId: string) => boolean | Promise<boolean>) | undefined
}

export interface Comparison {
  /** There, and never asked for. */
  readonly strangers: readonly FarItem[]
  /** Done as far as we know, and not there. */
  readonly missing: readonly Missing[]
  /** Up to when it was compared; whatever is later may still be on its way. */
  readonly until: number
}

export interface Missing {
  readonly intent: string
  readonly externalId: string
}

const COMPARISON: Principal = { kind: 'loop', id: 'comparison' }
const OPEN = ['claimed', 'dispatched', 'unknown', 'needs_human'] as const
const MOST = 100_000

/** Holds what left against what was asked for. Where they differ, the account is paused until a person has looked. */
export async function compare(parts: Parts, input: CompareInput): Promise<Comparison> {
  const { store, clock, times } = parts
  const { account, operation, since } = input
  const open = await store.listIntents({
    account,
    operations: [operation],
    states: OPEN,
    limit: MOST,
  })
  // What is still on its way may be there already, and its id is not known yet.
  const sent = open.map(({ dispatchedAt, createdAt }) => dispatchedAt ?? createdAt)
  const earliest = Math.min(...sent, clock.now() - times.settle)
  const until = Math.max(since, earliest)
  const items: FarItem[] = []
  for await (const item of input.items) items.push(item)
  const strangers = await listStrangers(parts, input, items, until)
  const missing = await listMissing(parts, input, items, until)
  if (strangers.length + missing.length > 0) {
    const reason = reasonFor(operation, strangers, missing)
    await store.pause({ account, by: COMPARISON, reason })
  }
  return { strangers, missing, until }
}

async function listStrangers(
  { store }: Parts,
  { account, operation, since }: CompareInput,
  items: readonly FarItem[],
  until: number,
): Promise<FarItem[]> {
  const strangers: FarItem[] = []
  for (const item of items) {
    if (item.at < since || item.at >= until) continue
    if (!(await store.isBound(account, operation, item.externalId))) strangers.push(item)
  }
  return strangers
}

async function listMissing(
  { store }: Parts,
  { account, operation, since, isGone }: CompareInput,
  items: readonly FarItem[],
  until: number,
): Promise<Missing[]> {
  const there = new Set(items.map(({ externalId }) => externalId))
  const states = ['succeeded'] as const
  // By when it was sent: it may have been asked for long before, and have waited for a person.
  const done = await store.listIntents({
    account,
    operations: [operation],
    states,
    sentSince: since,
    limit: MOST,
  })
  const missing: Missing[] = []
  for (const { id, externalId, dispatchedAt = 0 } of done) {
    if (externalId === undefined || there.has(externalId) || dispatchedAt >= until) continue
    if (!(await isGone?.(externalId))) missing.push({ intent: id, externalId })
  }
  return missing
}

function reasonFor(
  operation: string,
  strangers: readonly FarItem[],
  missing: readonly Missing[],
): string {
  const named = (items: ReadonlyArray<{ readonly externalId: string }>) =>
    items
      .slice(0, 3)
      .map(({ externalId }) => externalId)
      .join(', ')
  return [
    ...(strangers.length > 0
      ? [`${strangers.length} of ${operation} are there that nobody asked for: ${named(strangers)}`]
      : []),
    ...(missing.length > 0
      ? [`${missing.length} of ${operation} are not there any more: ${named(missing)}`]
      : []),
  ].join('; ')
}

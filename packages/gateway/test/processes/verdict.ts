import { type Outcome } from '../../src/index.js'
import { type Fleet, type FleetProcess } from '../harness/fleet.js'
import { openDatabase } from '../harness/open-database.js'

/** What must hold whatever has happened: throws where it does not. */
export interface Expected {
  readonly path: string
  readonly account: string
  /** Each of these was meant once. */
  readonly texts: readonly string[]
}

/** Holds the far side's own record against ours: each intent once, each post with its row, nothing open, the chain whole. */
export async function expectOnce(fleet: Fleet, { path, account, texts }: Expected): Promise<void> {
  const { posts } = await fleet.truth(account)
  const store = await openDatabase(path)
  try {
    const rows = await store.listIntents({ account, limit: 1_000_000 })
    const times = countOf(posts.map(({ text }) => text))
    const done = countOf(
      rows.flatMap(({ state, externalId }) => (state === 'succeeded' ? [externalId] : [])),
    )
    const problems = [
      ...texts.flatMap((text) => {
        const count = times(text)
        return count === 1 ? [] : [`"${text}" is there ${count} times`]
      }),
      ...posts.flatMap(({ id }) => {
        const count = done(id)
        return count === 1 ? [] : [`post ${id} has ${count} rows`]
      }),
      ...rows.flatMap(({ id, state }) => (OPEN.has(state) ? [`${id} was left ${state}`] : [])),
    ]
    const verdict = await store.verifyAudit()
    if (verdict.kind === 'broken') problems.push(`the chain is broken: ${verdict.reason}`)
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('; '))
  } finally {
    await store.close()
  }
}

/** How often each is among these. */
function countOf<Item>(items: readonly Item[]): (item: Item) => number {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return (item) => counts.get(item) ?? 0
}

const OPEN: ReadonlySet<string> = new Set([
  'claimed',
  'dispatched',
  'unknown',
  'approved',
  'needs_human',
])

/** What a process was told, of outcomes. */
export function outcomesOf({ lines }: FleetProcess): Outcome[] {
  return lines.filter(isOutcome)
}

function isOutcome(line: unknown): line is Outcome {
  return typeof line === 'object' && line !== null && 'correlationId' in line
}

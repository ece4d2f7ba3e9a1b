import { CompiledQuery } from 'kysely'
import { type Store } from '../../src/store.js'
import { createFleet } from '../harness/fleet.js'
import { openDatabase } from '../harness/open-database.js'
import { createPlace, range } from './crews.js'

export interface PauseTrial {
  readonly writers: number
  readonly pauses: number
  readonly random: () => number
  readonly server?: string | undefined
}

export interface PauseFigures {
  readonly pauses: number
  readonly dispatches: number
  readonly p99Ms: number
}

const BY = { kind: 'person', id: 'ann' } as const

/** P20: while many write at full rate, a pause at any moment is exact: nothing is dispatched after it. */
export async function pauseUnderLoad({
  writers,
  pauses,
  random,
  server,
}: PauseTrial): Promise<PauseFigures> {
  await using fleet = await createFleet(server)
  const place = await createPlace(fleet)
  const crew = range(writers).map((index) =>
    fleet.start({ kind: 'load', name: `writer ${index}`, lanes: 2, ...place }),
  )
  await Promise.all(crew.map((one) => one.heard('ready')))
  const store = await openDatabase(place.path)
  const took: number[] = []
  try {
    for (const round of range(pauses)) {
      await wait(20 + random() * 60)
      // Every other time all accounts, which is another row.
      const account = round % 2 === 0 ? place.account : undefined
      const started = performance.now()
      await store.pause({ account, by: BY, reason: `round ${round}` })
      took.push(performance.now() - started)
      const before = await store.writer.read((tx) => tx.rows(COUNT))
      await wait(5 + random() * 20)
      const after = await store.writer.read((tx) => tx.rows(COUNT))
      if (JSON.stringify(before) !== JSON.stringify(after))
        throw new Error('a dispatch came after the pause')
      await store.resume({ account, by: BY, reason: 'go on' })
    }
    for (const one of crew) one.kill('SIGTERM')
    await Promise.all(crew.map(({ ended }) => ended))
    // Writers wait for each other; none of them is turned away.
    const refused = crew.flatMap(({ lines }) => lines).find((line) => kindOf(line) === 'denied')
    if (refused !== undefined) throw new Error(`a writer was refused: ${JSON.stringify(refused)}`)
    return {
      pauses,
      dispatches: await checkOrder(store, place.account),
      p99Ms: percentile(took, 0.99),
    }
  } finally {
    await store.close()
  }
}

const COUNT = CompiledQuery.raw(
  `select count(*) as count from gateway_audit where kind = 'dispatched'`,
)

/** The account's own chain says in which order things were committed. */
async function checkOrder(store: Store, account: string): Promise<number> {
  let paused = false
  let dispatches = 0
  for await (const { kind } of store.auditTrail(account)) {
    if (kind === 'paused') paused = true
    if (kind === 'resumed') paused = false
    if (kind !== 'dispatched') continue
    if (paused) throw new Error('the chain has a dispatch between a pause and its end')
    dispatches += 1
  }
  const verdict = await store.verifyAudit()
  if (verdict.kind === 'broken') throw new Error(verdict.reason)
  if (dispatches === 0) throw new Error('nothing was written, so nothing was shown')
  return dispatches
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

function kindOf(line: unknown): unknown {
  return Reflect.get(Object(line), 'kind')
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

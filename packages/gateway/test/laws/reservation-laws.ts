import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StorageError } from '../../src/index.js'
import { openSqlite } from '../../src/sqlite/index.js'
import { type Claimed, type Settlement, type Store, type Uses } from '../../src/store.js'
import { faultyDriver } from '../harness/faulty-driver.js'
import { scratchFolder } from '../harness/scratch-folder.js'
import { handClock, TIMES } from '../harness/small-world.js'
import {
  completeInput,
  FAILED,
  sendInput,
  UNKNOWN,
  within,
  type Cap,
} from '../harness/store-inputs.js'
import { pick, randomFrom, type Trial } from './random.js'

const DIMENSIONS = ['posts', 'money', 'links', 'words', 'media']
/** `null`: it stays on its way. */
const ENDS: ReadonlyArray<Settlement | null> = [
  null,
  { kind: 'succeeded', value: null },
  FAILED,
  UNKNOWN,
]

/** Where reservations are made, and how they are made to fail. */
export interface Reservations extends AsyncDisposable {
  readonly store: Store
  /** From now on what is written at this point fails, beginning with the n-th. */
  failAt(point: Point, n: number): Promise<void>
  /** Nothing fails any more. Says whether something has. */
  heal(): Promise<boolean>
  /** What is on record as used, by dimension. */
  used(account: string): Promise<ReadonlyMap<string, number>>
}

/** A reservation itself, what is written right after the last one, or the end of all. */
export const POINTS = ['gateway_use', 'gateway_audit', 'commit'] as const

export type Point = (typeof POINTS)[number]

export interface ReservationTrial extends Trial {
  readonly open?: (() => Promise<Reservations>) | undefined
}

/** P18: whatever fails after the i-th reservation, what is used is what live or succeeded intents use. Returns how often it failed. */
export async function reservationsAreAllOrNone({
  runs,
  seed,
  open = reserveOnSqlite,
}: ReservationTrial): Promise<number> {
  const random = randomFrom(seed)
  await using reservations = await open()
  const { store } = reservations
  let failures = 0
  for (let run = 0; run < runs; run++) {
    const account = `a${run}`
    const limits = limitsOf(random)
    const expected = new Map<string, number>()
    for (let call = 0; call < 3; call++) {
      const uses = usesOf(random)
      const fails = random() < 0.5
      if (fails) {
        const n = 1 + Math.floor(random() * DIMENSIONS.length)
        await reservations.failAt(pick(random, POINTS), n)
      }
      const claimed = await claimOrNothing(
        store.claim(sendInput({ account, content: `c${call}` }, within(limits, uses))),
      )
      if (fails && (await reservations.heal())) {
        failures += 1
        if (claimed !== undefined) throw new Error('a claim went ahead whose reservation failed')
      }
      if (!claimed || !('lease' in claimed)) continue
      const end = pick(random, ENDS)
      if (end) await store.complete(completeInput(claimed.lease, end))
      if (end === FAILED) continue
      for (const { dimension } of limits) {
        expected.set(dimension, (expected.get(dimension) ?? 0) + (uses[dimension] ?? 0))
      }
    }
    checkUses(account, await reservations.used(account), expected, limits)
  }
  return failures
}

async function reserveOnSqlite(): Promise<Reservations> {
  const folder = scratchFolder('reserve-')
  const path = join(folder, 'gateway.db')
  const driver = faultyDriver()
  const store = openSqlite(path, { clock: handClock(), times: TIMES, open: driver.open })
  const beside = new DatabaseSync(path)
  return {
    store,
    async failAt(point, n) {
      driver.armAt(point === 'commit' ? point : `run insert into "${point}"`, n, 'ioerr')
    },
    async heal() {
      driver.disarm()
      return driver.hits.length > 0
    },
    async used(account) {
      const rows = beside
        .prepare('select dimension, sum(amount) from gateway_use where account = ? group by 1')
        .all(account)
      return new Map(rows.map((row) => Object.values(row as object) as [string, number]))
    },
    async [Symbol.asyncDispose]() {
      beside.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A claim that failed for a reason of the store's has done nothing. */
async function claimOrNothing(claiming: Promise<Claimed>): Promise<Claimed | undefined> {
  try {
    return await claiming
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
}

function checkUses(
  account: string,
  used: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
  limits: readonly Cap[],
): void {
  for (const { dimension, max } of limits) {
    const [seen, said] = [used.get(dimension) ?? 0, expected.get(dimension) ?? 0]
    if (seen !== said) throw new Error(`${account} has used ${seen} of ${dimension}, not ${said}`)
    if (seen > max) throw new Error(`${account} has used ${seen} of ${max} ${dimension}`)
  }
}

function limitsOf(random: () => number): Cap[] {
  return DIMENSIONS.filter(() => random() < 0.8).map((dimension) => ({
    dimension,
    max: Math.floor(random() * 20),
    windowMs: 1_000_000,
  }))
}

function usesOf(random: () => number): Uses {
  return Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, Math.floor(random() * 8)]))
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StorageError } from '../../src/index.js'
import { type SqliteDatabase } from '../../src/sqlite/driver.js'
import { openSqlite } from '../../src/sqlite/index.js'
import { type Claimed, type Settlement, type Uses } from '../../src/store.js'
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

/** P18: whatever fails after the i-th reservation, what is used is what live or succeeded intents use. Returns how often it failed. */
export async function reservationsAreAllOrNone({ runs, seed }: Trial): Promise<number> {
  const random = randomFrom(seed)
  const folder = scratchFolder('reserve-')
  const path = join(folder, 'gateway.db')
  const driver = faultyDriver()
  const store = openSqlite(path, { clock: handClock(), times: TIMES, open: driver.open })
  const beside = new DatabaseSync(path)
  let failures = 0
  try {
    for (let run = 0; run < runs; run++) {
      const account = `a${run}`
      const limits = limitsOf(random)
      const expected = new Map<string, number>()
      for (let call = 0; call < 3; call++) {
        const uses = usesOf(random)
        const fails = random() < 0.5
        // The i-th reservation, or what is written right after the last one.
        if (fails)
          driver.armAt(
            pick(random, STATEMENTS),
            1 + Math.floor(random() * DIMENSIONS.length),
            'ioerr',
          )
        const claimed = await claimOrNothing(
          store.claim(sendInput({ account, content: `c${call}` }, within(limits, uses))),
        )
        driver.disarm()
        if (fails && driver.hits.length > 0) {
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
      checkUses(beside, account, expected, limits)
    }
  } finally {
    beside.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return failures
}

const STATEMENTS = ['run insert into "gateway_use"', 'run insert into "gateway_audit"', 'commit']

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
  db: SqliteDatabase,
  account: string,
  expected: ReadonlyMap<string, number>,
  limits: readonly Cap[],
): void {
  const rows = db
    .prepare('select dimension, sum(amount) as used from gateway_use where account = ? group by 1')
    .all(account)
  const used = new Map(rows.map((row) => Object.values(row as object) as [string, number]))
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

import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exportAudit, verifyExport } from '../../src/audit/index.js'
import { openSqlite } from '../../src/sqlite/index.js'
import { type Store } from '../../src/store.js'
import { scratchFolder } from '../harness/scratch-folder.js'
import { handClock, TIMES } from '../harness/small-world.js'
import { ANN, sendAndEnd } from '../harness/store-inputs.js'
import { pick, randomFrom, type Trial } from './random.js'

const INTENTS = 60

interface Kept {
  readonly intent: string
  readonly account: string
  readonly canary: string
}

/**
 * P32: intents with a canary wherever an application can put one, of which some are erased at random: the chain and an export of it
 * hold, what was erased is in no byte of the files, and what was not is where it was. Says how many were erased.
 */
export async function erasingKeepsTheChain({ runs, seed }: Trial): Promise<number> {
  let erased = 0
  for (let run = 0; run < runs; run++) erased += await eraseSome(randomFrom(seed + run), run)
  return erased
}

async function eraseSome(random: () => number, run: number): Promise<number> {
  const folder = scratchFolder('erase-')
  const clock = handClock()
  const store = openSqlite(join(folder, 'gateway.db'), { clock, times: TIMES })
  const beside = openSqlite(join(folder, 'gateway.db'), { clock, times: TIMES })
  try {
    const intents = await Promise.all(
      Array.from({ length: INTENTS }, (_, index) =>
        keep(random() < 0.5 ? store : beside, random, `canary-${run}-${index}-${random()}`),
      ),
    )
    clock.advance(TIMES.keyHeld + 1)
    await store.checkpoint()
    const gone = intents.filter(() => random() < 0.5)
    for (const one of gone) await erase(random() < 0.5 ? store : beside, one)
    const verdicts = [await store.verifyAudit(), await verifyExport(exportAudit(store))]
    for (const verdict of verdicts) {
      if (verdict.kind === 'broken') throw new Error(`run ${run}: ${JSON.stringify(verdict)}`)
    }
    checkFiles(folder, intents, new Set(gone))
    return gone.length
  } finally {
    await Promise.all([store.close(), beside.close()])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function keep(store: Store, random: () => number, canary: string): Promise<Kept> {
  const account = pick(random, ['alice', 'bob'])
  // Long ones lie on pages of their own.
  const text = canary.repeat(pick(random, [1, 3, 300]))
  const { intent } = await sendAndEnd(
    store,
    { account, content: canary, clientKey: `key ${canary}`, args: { text } },
    random() < 0.3
      ? { kind: 'failed', code: 'forbidden', message: text }
      : {
          kind: 'succeeded',
          value: { text },
          evidence: { text },
          undo: { operation: 'post.delete', args: { text } },
        },
  )
  return { intent, account, canary }
}

async function erase(store: Store, { intent, account }: Kept): Promise<void> {
  const input = { account, which: { intents: [intent] }, by: ANN, reason: 'asked to be forgotten' }
  const erased = await store.erase(input)
  if (erased.kind !== 'erased' || !erased.gone || erased.intents !== 1 || erased.links !== 2) {
    throw new Error(`it was not erased: ${JSON.stringify(erased)}`)
  }
}

/** Every byte of every file: database, log, and what else lies there. */
function checkFiles(folder: string, intents: readonly Kept[], gone: ReadonlySet<Kept>): void {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  for (const one of intents) {
    const isThere = files.some((bytes) => bytes.includes(one.canary))
    if (isThere && gone.has(one)) throw new Error(`${one.canary} was erased, and is in the file`)
    if (!isThere && !gone.has(one)) throw new Error(`${one.canary} was not erased, and is missing`)
  }
}

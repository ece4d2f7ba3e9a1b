import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  exportAudit,
  fromCsv,
  fromJsonl,
  signHead,
  toCsv,
  toJsonl,
  verifyExport,
  type SignedHead,
} from '../../src/audit/index.js'
import { openSqlite } from '../../src/sqlite/index.js'
import { type Settlement, type Store } from '../../src/store.js'
import { KEYS, SIGNING } from '../audit/recorded-world.js'
import { scratchFolder } from '../harness/scratch-folder.js'
import { TIMES } from '../harness/small-world.js'
import { ANN, ASK, claimInput, DENY, route, sendAndEnd, UNKNOWN } from '../harness/store-inputs.js'
import { pick, randomFrom } from './random.js'

const AT_ONCE = 64

/** P31, its other half: whatever honest writers do, no check takes it for a forgery. Says how many rows were looked at. */
export async function honestRowsRaiseNoAlarm({
  rows,
  seed,
}: {
  readonly rows: number
  readonly seed: number
}): Promise<number> {
  const random = randomFrom(seed)
  const folder = scratchFolder('honest-')
  const store = openSqlite(join(folder, 'gateway.db'), { times: TIMES })
  try {
    const heads: SignedHead[] = []
    let written = 0
    while (written < rows) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => live(store, random)))
      heads.push(signHead(await store.checkpoint(), SIGNING))
      written = (await store.auditHeads()).reduce((sum, { seq }) => sum + seq, 0)
    }
    // What nobody waits for was written with the one before.
    heads.push(signHead(await store.checkpoint(), SIGNING))
    return await check(store, heads)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function check(store: Store, heads: readonly SignedHead[]): Promise<number> {
  const inDatabase = await store.verifyAudit()
  if (inDatabase.kind === 'broken') throw new Error(`a false alarm: ${JSON.stringify(inDatabase)}`)
  const { rows } = inDatabase
  for (const read of [fromJsonl(toJsonl(exportAudit(store))), fromCsv(toCsv(exportAudit(store)))]) {
    const verdict = await verifyExport(read, { heads, keys: KEYS })
    if (verdict.kind === 'broken') throw new Error(`a false alarm: ${JSON.stringify(verdict)}`)
    if (verdict.rows !== rows) throw new Error('an export has another number of rows')
    if (verdict.vouched !== rows) throw new Error('what was signed is not vouched for')
  }
  return rows
}

let made = 0

/** One thing that happens to an account. */
async function live(store: Store, random: () => number): Promise<void> {
  made += 1
  const account = pick(random, ACCOUNTS)
  const content = `content ${made}`
  const text = pick(random, TEXTS)
  const words = pick(random, WORDS)
  switch (pick(random, LIVES)) {
    case 'ends': {
      const ends: readonly Settlement[] = [
        { kind: 'succeeded', value: { text }, externalId: String(made), evidence: { text } },
        { kind: 'failed', code: 'forbidden', message: words },
        UNKNOWN,
      ]
      await sendAndEnd(store, { account, content, args: { text } }, pick(random, ends))
      return
    }
    case 'denied':
      await store.claim(claimInput({ account, content }, { judge: () => DENY }))
      return
    case 'decided': {
      const intent = await route(store, { account, content })
      const by = { principal: ANN, note: words }
      await (random() < 0.5 ? store.approve(intent, by) : store.reject(intent, by))
      return
    }
    case 'edited': {
      const intent = await route(store, { account, content })
      const edit = { args: { text }, content: `${content} edited`, slot: undefined }
      await store.edit({ intent, by: { principal: ANN }, judge: () => ASK, ...edit })
      return
    }
    case 'erased': {
      const { intent } = await sendAndEnd(store, { account, content, args: { text } })
      const replayed = await store.findIntent(intent)
      if (replayed) store.recordReplay(replayed, ANN)
      // Each walks the whole chain.
      if (random() < 0.02) {
        await store.erase({ account, which: { intents: [intent] }, by: ANN, reason: text })
      }
      return
    }
    case 'paused': {
      // Nobody else asks for it meanwhile.
      const pause = { account: 'paused', by: ANN, reason: text }
      await store.pause(pause)
      await store.resume(pause)
    }
  }
}

const LIVES = [
  'ends',
  'ends',
  'ends',
  'ends',
  'ends',
  'ends',
  'denied',
  'decided',
  'edited',
  'erased',
  'paused',
] as const

const ACCOUNTS = ['alice', 'bob', '=carol', "'dave", 'eve "e", jr.', 'f\nrank', '- grace;h']

const TEXTS = [
  '',
  'gm',
  '=1+1',
  '"; drop table',
  'a,b;c\td\r\ne',
  '\u0000\u0007\u001f\u007f\u2028\u2029\ufeff',
  '👩‍👩‍👧 ä ﷽ e\u0301',
  String.raw`\u003b \\ \" '`,
  'x'.repeat(500),
]

/** What strangers say may be cut in the middle of a character. */
const WORDS = [...TEXTS, '\ud800 half']

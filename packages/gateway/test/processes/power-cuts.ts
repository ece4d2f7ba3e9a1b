import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createGateway, effect, spendPermit, type Effect } from '../../src/index.js'
import { openSqlite, type SqliteDatabase } from '../../src/sqlite/index.js'
import { ALLOW_ALL, createPost, PERSON, TIMES } from '../harness/small-world.js'

export interface PowerCutTrial {
  readonly runs: number
  /** How many cuts for each moment at which something had left. */
  readonly cuts: number
  readonly random: () => number
  /** What the database is told about durability, instead of what the store says. */
  readonly planted?: 'normal' | undefined
}

interface Snapshot {
  readonly folder: string
  /** What had left by then. */
  readonly texts: readonly string[]
  /** How much of the log was certainly on the disk. */
  readonly synced: number
}

/**
 * P15: the power fails while a request is on its way. Whatever of the log was not yet on the disk is lost;
 * what has left must be in what remains.
 */
export async function cutPower({ runs, cuts, random, planted }: PowerCutTrial): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'power-'))
  try {
    let reopened = 0
    for await (const snapshot of runWithSnapshots(folder, runs, planted)) {
      for (let cut = 0; cut < cuts; cut++) {
        await expectKnown(snapshot, join(folder, `cut-${cut}`), cut === 0 ? 0 : random())
        reopened += 1
      }
      // All of them together would take gigabytes.
      rmSync(snapshot.folder, { recursive: true })
    }
    return reopened
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One for each run, as the files were when its request left. */
async function* runWithSnapshots(
  folder: string,
  runs: number,
  planted: PowerCutTrial['planted'],
): AsyncGenerator<Snapshot> {
  const path = join(folder, 'gateway.db')
  const snapshots: Snapshot[] = []
  const texts: string[] = []
  let open: SqliteDatabase | undefined
  const store = openSqlite(path, {
    times: TIMES,
    open: (file) => {
      open = new DatabaseSync(file)
      return open
    },
  })
  if (planted) open?.exec(`pragma synchronous = ${planted}`)

  const snap = (text: string) => {
    texts.push(text)
    const copy = join(folder, `snapshot-${texts.length}`)
    mkdirSync(copy)
    copyFileSync(path, join(copy, 'gateway.db'))
    copyFileSync(`${path}-wal`, join(copy, 'gateway.db-wal'))
    // In full mode every commit is on the disk before it is done; in normal mode only a checkpoint is.
    const isFull =
      Reflect.get(Object(open?.prepare('pragma synchronous').all()[0]), 'synchronous') === 2
    const synced = isFull ? statSync(`${path}-wal`).size : 0
    snapshots.push({ folder: copy, texts: [...texts], synced })
  }
  const gateway = createGateway({
    breakers: false,
    store,
    times: TIMES,
    effects: [snapping(snap)],
    policy: ALLOW_ALL,
  })
  try {
    for (let run = 0; run < runs; run++) {
      const args = { text: `post ${run}` }
      await gateway.run({ operation: createPost, args, account: 'alice', principal: PERSON })
      yield* snapshots.splice(0)
    }
  } finally {
    await gateway.close()
  }
}

/** At the moment of the send a copy of the files is taken. */
function snapping(snap: (text: string) => void): Effect {
  return effect({
    operation: createPost,
    class: 'create',
    encode: ({ text }) => ({ text }),
    async send(permit, request) {
      spendPermit(permit, request)
      snap(request.text)
      return { kind: 'applied', value: { id: request.text }, externalId: request.text }
    },
  })
}

async function expectKnown(snapshot: Snapshot, folder: string, share: number): Promise<void> {
  mkdirSync(folder)
  const path = join(folder, 'gateway.db')
  copyFileSync(join(snapshot.folder, 'gateway.db'), path)
  // Of what was not on the disk, anything may have got there, up to some byte.
  const log = join(snapshot.folder, 'gateway.db-wal')
  const rest = statSync(log).size - snapshot.synced
  writeFileSync(`${path}-wal`, readFileSync(log))
  truncateSync(`${path}-wal`, snapshot.synced + Math.floor(rest * share))
  const store = openSqlite(path, { times: TIMES })
  try {
    const rows = await store.listIntents({ account: 'alice', limit: 1_000_000 })
    const known = new Set(
      rows.filter(({ state }) => SENT.has(state)).map(({ args }) => JSON.stringify(args)),
    )
    const lost = snapshot.texts.find((text) => !known.has(JSON.stringify({ text })))
    if (lost !== undefined)
      throw new Error(`"${lost}" has left, and after the power cut nothing knows of it`)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const SENT: ReadonlySet<string> = new Set(['dispatched', 'unknown', 'succeeded'])

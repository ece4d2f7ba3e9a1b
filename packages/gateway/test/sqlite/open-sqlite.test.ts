import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { StorageError } from '../../src/index.js'
import { openSqlite } from '../../src/sqlite/index.js'
import { gatewayMigrations } from '../../src/sqlite/migrations.js'
import { migrate } from '../../src/sqlite/migrate.js'
import { scratchFolder } from '../harness/scratch-folder.js'
import { createSmallWorld, TIMES, type SmallWorld } from '../harness/small-world.js'

const FILES = 150
const REAL = { clock: { now: () => Date.now(), elapsed: () => performance.now() } }
const plan = { table: 'gateway_migration', migrations: gatewayMigrations }

test('a database that another connection holds is waited for, and then refused', async () => {
  const times = { ...TIMES, busy: 30 }
  await using world = createSmallWorld({ ...REAL, times }, { ...REAL, times })
  const other = new DatabaseSync(world.path)
  other.exec('begin immediate')

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'denied',
    code: 'storage',
  })
  expect(world.far.requests).toBe(0)
  const waiting = world.gateway.run(world.post('gm'))
  other.exec('rollback')
  expect(await waiting).toMatchObject({ kind: 'executed' })
  other.close()
})

test('a lock that falls between send and record leaves the outcome unknown, and it is found', async () => {
  const times = { ...TIMES, busy: 30 }
  await using world = createSmallWorld({ times }, { times, clock: undefined })
  const other = new DatabaseSync(world.path)
  duringPost(world, () => other.exec('begin immediate'))

  const outcome = await world.gateway.run(world.post('gm'))

  expect(outcome).toMatchObject({ kind: 'unknown' })
  other.exec('rollback')
  other.close()
  expect(world.far.posts).toHaveLength(1)
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'in_progress' })
})

test('a disk that is full refuses, sends nothing without its record, and goes on when there is room', async () => {
  await using world = createSmallWorld({}, { open: limited(60) })
  const outcomes = []
  for (let index = 0; index < 60; index++) {
    const { kind } = await world.gateway.run(world.post(`${index} ${'x'.repeat(2_000)}`))
    outcomes.push(kind)
  }

  const refused = outcomes.filter((kind) => kind === 'denied')
  const unknown = outcomes.filter((kind) => kind === 'unknown')
  expect(refused.length).toBeGreaterThan(0)
  expect(world.far.posts.length).toBe(outcomes.length - refused.length)
  expect(await world.gateway.verifyAudit()).toMatchObject({ kind: 'intact' })
  const roomy = world.open({}, { open: limited(5_000) }).gateway
  for (let round = 0; round < 2; round++) {
    world.clock.advance(TIMES.settle)
    await roomy.reconcile()
  }
  const done = await roomy.list({ states: ['succeeded'], limit: 100 })
  expect(done).toHaveLength(world.far.posts.length)
  expect(unknown.length).toBeLessThanOrEqual(world.far.posts.length)
  expect(await roomy.run(world.post('at last'))).toMatchObject({ kind: 'executed' })
})

test('a file that may only be read refuses', async () => {
  await using world = createSmallWorld({}, { open: readOnly() })

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'denied',
    code: 'storage',
  })
  expect(world.far.requests).toBe(0)
  await expect(
    world.store.pause({ by: { kind: 'person', id: 'ann' }, reason: 'x' }),
  ).rejects.toMatchObject({
    code: 'read_only',
  })
})

for (const [name, change] of [
  ['deleted', (path: string) => rmSync(path)],
  ['moved', (path: string) => renameSync(path, `${path}.old`)],
  [
    'replaced by an older copy',
    (path: string) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
] as const) {
  test(`a file that was ${name} under the process is written no more`, async () => {
    await using world = createSmallWorld()
    await world.gateway.run(world.post('before'))
    change(world.path)

    expect(await world.gateway.run(world.post('after'))).toMatchObject({
      kind: 'denied',
      code: 'storage',
    })
    await expect(
      world.gateway.pause({ by: { kind: 'person', id: 'a' }, reason: 'x' }),
    ).rejects.toMatchObject({
      code: 'replaced',
    })
    expect(world.far.posts).toHaveLength(1)
  })
}

test('what was sent before its file was replaced is unknown, and nothing is written beside the new one', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('before'))
  const older = `${world.path}.older`
  const other = new DatabaseSync(world.path)
  other.exec(`vacuum into '${older}'`)
  // SQLite finds the log by its name: it is the new file's now, and what this process wrote to it would become part of that.
  duringPost(world, () => {
    other.exec('pragma wal_checkpoint(truncate)')
    renameSync(older, world.path)
  })

  expect(await world.gateway.run(world.post('meanwhile'))).toMatchObject({ kind: 'unknown' })

  other.close()
  const restored = new DatabaseSync(world.path)
  expect(restored.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(restored.prepare('select count(*) as n from gateway_intent').get()).toEqual({ n: 1 })
  restored.close()
})

test('a file that is no database is refused when it is opened, and left as it is', () => {
  const path = join(scratchFolder('open-'), 'gateway.db')
  writeFileSync(path, 'these are my holiday pictures, not a database at all\n'.repeat(100))

  expect(codeOf(() => openSqlite(path))).toBe('corrupt')
  expect(() => openSqlite(path)).toThrow(`${path} cannot be opened: `)
})

test('a folder in the place of the file is named in what is said about it', () => {
  const path = scratchFolder('open-')

  expect(() => openSqlite(path)).toThrow(`${path} cannot be opened: `)
})

test('a database cut in half under the process refuses or answers, and never sends on its word', async () => {
  await using world = createSmallWorld()
  for (let index = 0; index < 20; index++) await world.gateway.run(world.post(`p${index}`))
  await world.store.writer.write((tx) => tx.query({ sql: 'select 1', parameters: [] } as never))
  const beside = new DatabaseSync(world.path)
  beside.exec('pragma wal_checkpoint(truncate)')
  beside.close()
  truncateSync(world.path, 4_096 * 3)
  const before = world.far.posts.length

  const outcome = await world.gateway.run(world.post('p3')).catch((error: unknown) => error)

  const typed = outcome instanceof StorageError || (outcome as { kind?: string }).kind !== undefined
  expect(typed).toBe(true)
  expect(world.far.posts.filter(({ text }) => text === 'p3').length).toBeLessThanOrEqual(1)
  expect(world.far.posts.length).toBeLessThanOrEqual(before + 1)
})

test('a folder that is not there is made, and one that cannot be is refused', () => {
  const folder = scratchFolder('open-')
  const path = join(folder, 'a', 'b', 'gateway.db')
  void openSqlite(path).close()
  expect(existsSync(path)).toBe(true)
  writeFileSync(join(folder, 'file'), '')

  expect(codeOf(() => openSqlite(join(folder, 'file', 'gateway.db')))).toBe('unavailable')
})

test('a database of a newer program is refused, and stays free for that one', () => {
  const path = join(scratchFolder('open-'), 'gateway.db')
  void openSqlite(path).close()
  const newer = new DatabaseSync(path)
  migrate(newer, {
    ...plan,
    migrations: [...gatewayMigrations, { name: '999-future', statements: [] }],
  })

  expect(codeOf(() => openSqlite(path))).toBe('schema_newer')
  newer.exec('begin immediate')
  newer.exec('rollback')
  newer.close()
})

test('a migration that fails leaves nothing of itself', () => {
  const db = new DatabaseSync(':memory:')
  const broken = {
    name: 'broken',
    statements: ['create table half (n integer)', 'create nonsense'],
  }

  expect(() => migrate(db, { table: 'm', migrations: [broken] })).toThrow('nonsense')
  expect(db.prepare(`select name from sqlite_schema`).all()).toEqual([])
  migrate(db, {
    table: 'm',
    migrations: [{ name: 'whole', statements: ['create table half (n integer)'] }],
  })
  migrate(db, {
    table: 'm',
    migrations: [{ name: 'whole', statements: ['create table half (n integer)'] }],
  })
  expect(() => migrate(db, { table: 'm; drop', migrations: [] })).toThrow(TypeError)
})

test(
  'eight that open the same new file at once all find it up to date',
  { timeout: 60_000 },
  async () => {
    const folder = scratchFolder('open-')
    // Threads stand for processes: each has a connection of its own, and all begin each file together.
    const program = await bundled(folder)
    const code = `
    const { workerData: { program, folder, files, gate } } = require('node:worker_threads')
    const [ROUND, READY] = [0, 1]
    const shared = new Int32Array(gate)
    import(program).then(async ({ openSqlite }) => {
      for (let round = 0; round < files; round++) {
        Atomics.add(shared, READY, 1)
        // Not for ever: some versions of glibc lose a wake-up now and then.
        while (Atomics.load(shared, ROUND) === round) Atomics.wait(shared, ROUND, round, 20)
        await openSqlite(folder + '/' + round + '.db').close()
      }
    })`
    const [ROUND, READY] = [0, 1]
    const shared = new Int32Array(new SharedArrayBuffer(8))
    const workerData = { program, folder, files: FILES, gate: shared.buffer }
    const workers = Array.from({ length: 8 }, () => new Worker(code, { eval: true, workerData }))
    const ends = Promise.all(
      workers.map(
        (worker) =>
          new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject)),
      ),
    )
    let failed = false
    ends.catch(() => (failed = true))

    for (let round = 0; round < FILES && !failed; round++) {
      while (Atomics.load(shared, READY) < 8 && !failed) await setImmediate()
      Atomics.store(shared, READY, 0)
      Atomics.store(shared, ROUND, round + 1)
      Atomics.notify(shared, ROUND)
    }

    expect(await ends).toEqual(Array(8).fill(0))
    for (let round = 0; round < FILES; round++) {
      const store = openSqlite(join(folder, `${round}.db`))
      expect(await store.listIntents({})).toEqual([])
      await store.close()
    }
    rmSync(folder, { recursive: true })
  },
)

/** The store as one file that a thread can load. */
async function bundled(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@armorer/source'] },
    ssr: {
      noExternal: true,
      external: ['@photostructure/sqlite'],
      resolve: { conditions: ['@armorer/source'] },
    },
    build: {
      ssr: fileURLToPath(new URL('../../src/sqlite/index.ts', import.meta.url)),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'store.mjs' } },
    },
  })
  const driver = import.meta.resolve('@photostructure/sqlite')
  const file = join(outDir, 'store.mjs')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"@photostructure/sqlite"', `"${driver}"`))
  return file
}

function limited(pages: number) {
  return (path: string) => {
    const db = new DatabaseSync(path)
    db.exec(`pragma max_page_count = ${pages}`)
    return db
  }
}

function readOnly() {
  return (path: string) => {
    void openSqlite(path).close()
    const db = new DatabaseSync(path, { readOnly: true })
    chmodSync(path, 0o444)
    return db
  }
}

function codeOf(act: () => unknown): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof StorageError ? error.code : String(error)
  }
}

/** What happens while the far side answers. */
function duringPost(world: SmallWorld, act: () => void): void {
  const posts = world.far.posts as unknown as { push: (...items: unknown[]) => number }
  const push = posts.push.bind(world.far.posts)
  posts.push = (...items) => {
    act()
    return push(...items)
  }
}

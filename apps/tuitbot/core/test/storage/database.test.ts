import { fork } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, expectTypeOf, test } from 'vitest'
import { createCostLog, listSpend, sumSpend } from '../../src/storage/cost-log.js'
import { openDatabase, sql } from '../../src/storage/database.js'
import { createMediaCache } from '../../src/storage/media-cache.js'
import { type createTokenStore } from '../../src/storage/token-store.js'
import { type MediaCache } from '../../src/toolkit/media.js'
import { type CostLog } from '../../src/x-api/cost-log.js'
import { type TokenStore } from '../../src/x-api/oauth/token-store.js'
import { openFolder } from './storage-folder.js'

test('what storage offers is what the door to X and the toolkit ask for', () => {
  expectTypeOf<ReturnType<typeof createTokenStore>>().toExtend<TokenStore>()
  expectTypeOf<ReturnType<typeof createCostLog>>().toExtend<CostLog>()
  expectTypeOf<ReturnType<typeof createMediaCache>>().toExtend<MediaCache>()
})

test('a file is durable, and shared', async () => {
  await using home = await openFolder()
  const raw = new DatabaseSync(home.file)
  expect(raw.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  raw.close()
  const { db } = home
  await db.write((db) => db.run(cost(1)))
  const other = openDatabase(home.file)
  expect(await other.read((db) => db.all(sql.selectFrom('x_cost').selectAll()))).toHaveLength(1)
  await other.close()
})

test('a transaction is all or nothing', async () => {
  await using home = await openFolder()
  const half = home.db.write((db) => {
    db.run(cost(1))
    throw new Error('half way')
  })
  await expect(half).rejects.toThrow('half way')
  expect(await home.db.read((db) => db.all(sql.selectFrom('x_cost').selectAll()))).toEqual([])
})

test('a writer waits for another', async () => {
  await using home = await openFolder()
  const raw = new DatabaseSync(home.file)
  raw.exec('begin immediate')
  const patient = home.db.write((db) => db.run(cost(1)))
  await new Promise((resolve) => setTimeout(resolve, 20))
  raw.exec('rollback')
  expect(await patient).toBe(1)
  raw.close()
})

test('four processes that start at once make one set of tables', async () => {
  await using home = await openFolder()
  const file = join(home.folder, 'fresh.db')
  const worker = new URL('./open-worker.ts', import.meta.url)
  const codes = await Promise.all(
    Array.from(
      { length: 4 },
      () =>
        new Promise((resolve) => {
          const execArgv = ['--conditions=@armorer/source', '--import', 'tsx']
          fork(worker, [file], { execArgv }).on('exit', resolve)
        }),
    ),
  )
  expect(codes).toEqual(Array.from({ length: 4 }, () => 0))
  const db = openDatabase(file)
  expect(await db.read((db) => db.all(sql.selectFrom('x_cost').selectAll()))).toHaveLength(4)
  await db.close()
})

test('a database of a newer program is left alone', async () => {
  await using home = await openFolder()
  const raw = new DatabaseSync(home.file)
  raw.exec("insert into tuitbot_migration values (99, '099-from-the-future')")
  raw.close()
  expect(() => openDatabase(home.file)).toThrow('a newer program has used this database')
})

test('costs are summed by day and call', async () => {
  await using home = await openFolder()
  const failures: unknown[] = []
  const log = createCostLog(home.db, { onError: (error) => failures.push(error) })
  const day = Date.parse('2026-09-01T23:59:59Z')
  const row = { account: 'alice', endpoint: 'getUsersMe', method: 'GET', charges: [] }
  log.record({ ...row, at: day, status: 200, microUsd: 10_000 })
  log.record({ ...row, at: day, status: 503, microUsd: 0 })
  log.record({ ...row, at: day + 2_000, status: 200, microUsd: 10_000 })
  log.record({ ...row, account: 'bob', at: day, status: 200, microUsd: 77 })
  await log.flush()
  expect(await listSpend(home.db, 'alice', 0)).toEqual([
    { day: '2026-09-01', endpoint: 'getUsersMe', calls: 2, failed: 1, microUsd: 10_000 },
    { day: '2026-09-02', endpoint: 'getUsersMe', calls: 1, failed: 0, microUsd: 10_000 },
  ])
  expect(await sumSpend(home.db, 'alice', day + 1)).toBe(10_000)
  expect(failures).toEqual([])
})

test('a cost that cannot be kept fails nobody else', async () => {
  await using home = await openFolder()
  const failures: unknown[] = []
  const log = createCostLog(home.db, { onError: (error) => failures.push(error) })
  const row = { at: 1, account: 'a', endpoint: 'e', method: 'GET', status: 200, charges: [] }
  log.record({ ...row, microUsd: -1 })
  await log.flush()
  log.record({ ...row, microUsd: 1 })
  await log.flush()
  expect(failures).toHaveLength(1)
  expect(await sumSpend(home.db, 'a', 0)).toBe(1)
})

test('a file at X is found again by account and content, until it ends', async () => {
  await using home = await openFolder()
  const cache = createMediaCache(home.db)
  await cache.keep('alice', 'aa', { id: '1', keptAt: 0, expiresAt: 1_000 })
  await cache.keep('alice', 'aa', { id: '2', keptAt: 0, expiresAt: 2_000 })
  expect(await cache.find('alice', 'aa', 1_999)).toBe('2')
  expect(await cache.find('alice', 'aa', 2_000)).toBeUndefined()
  expect(await cache.find('bob', 'aa', 0)).toBeUndefined()
  expect(await cache.find('alice', 'bb', 0)).toBeUndefined()
})

function cost(at: number) {
  const row = { at, account: 'a', endpoint: 'e', method: 'GET', status: 200 }
  return sql.insertInto('x_cost').values({ ...row, micro_usd: 0, objects: 0 })
}

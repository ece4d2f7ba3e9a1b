import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DatabaseSync } from '@photostructure/sqlite'
import { jsonlRunStore } from '../../src/jsonl/jsonl-run-store.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { sqliteRunStore } from '../../src/sqlite/sqlite-run-store.js'
import { said, start, storeConformance } from './store-conformance.js'

const folder = mkdtempSync(join(tmpdir(), 'runs-'))
let files = 0
const fresh = () => join(folder, String(++files))
afterAll(() => rmSync(folder, { recursive: true }))

storeConformance('memory', async () => memoryRunStore())
storeConformance('JSONL', async () => jsonlRunStore(fresh()))
storeConformance('SQLite', () => sqliteRunStore(join(fresh(), 'runs.db')))

test('a changed line is named', async () => {
  const path = fresh()
  const store = jsonlRunStore(path)
  await store.append('a', 0, [start('a', 1), said('one'), said('two')])
  await store.close()
  const file = join(path, 'a.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').replace('one', 'won'))

  await expect(store.read('a')).rejects.toMatchObject({
    code: 'tampered',
    message: 'run a: record 1 is not what was written',
  })
})

test('a changed row is named', async () => {
  const path = join(fresh(), 'runs.db')
  const store = await sqliteRunStore(path)
  await store.append('a', 0, [start('a', 1), said('one'), said('two')])
  const db = new DatabaseSync(path)
  db.exec(`delete from agent_run_record where position = 1`)
  db.exec(`update agent_run_record set position = 1 where position = 2`)
  db.close()

  await expect(store.read('a')).rejects.toMatchObject({ code: 'tampered' })
  await store.close()
})

test('a line that a crash cut off never counted, and the run goes on after it', async () => {
  const path = fresh()
  const store = jsonlRunStore(path)
  await store.append('a', 0, [start('a', 1)])
  await store.close()
  appendFileSync(join(path, 'a.jsonl'), '{"hash":"00')

  expect(await store.read('a')).toEqual([start('a', 1)])
  await store.append('a', 1, [said('on')])
  expect(await store.read('a')).toEqual([start('a', 1), said('on')])
  await store.close()
})

test('a file that cannot be read is no run that is not there, and once it can be written again it is', async () => {
  const path = fresh()
  const store = jsonlRunStore(path)
  mkdirSync(join(path, 'a.jsonl'), { recursive: true })

  await expect(store.read('a')).rejects.toMatchObject({ code: 'unreadable' })
  await expect(Promise.resolve(store.append('a', 0, [start('a', 1)]))).rejects.toMatchObject({
    code: 'unwritable',
  })
  rmSync(join(path, 'a.jsonl'), { recursive: true })
  await store.append('a', 0, [start('a', 1)])
  expect(await store.read('a')).toHaveLength(1)
  await store.close()
})

test('many records are kept as a whole or not at all', async () => {
  const path = join(fresh(), 'runs.db')
  const store = await sqliteRunStore(path)
  await store.append('a', 0, [start('a', 1)])
  const db = new DatabaseSync(path)
  db.exec(`insert into agent_run_record values ('a', 9000, '', '')`)
  const many = Array.from({ length: 12_000 }, (_, at) => said(`${at}`))

  await expect(Promise.resolve(store.append('a', 1, many))).rejects.toMatchObject({
    code: 'unwritable',
  })
  expect(db.prepare('select count(*) as count from agent_run_record').get()).toEqual({ count: 2 })
  db.close()
  await store.close()
})

test('a damaged file hides no other run, and is listed by its id', async () => {
  const path = fresh()
  const store = jsonlRunStore(path)
  await store.append('a', 0, [start('a', 1)])
  writeFileSync(join(path, 'torn%20run.jsonl'), '\n')
  writeFileSync(join(path, '%zz.jsonl'), 'null\n')
  writeFileSync(join(path, 'cut.jsonl'), '{"hash":"00')
  mkdirSync(join(path, 'folder.jsonl'))

  const runs = await store.list()

  expect(runs[0]).toEqual({ runId: 'a', agent: 'tester', at: 1 })
  expect(
    runs
      .slice(1)
      .map(({ runId }) => runId)
      .toSorted(),
  ).toEqual(['%zz', 'folder', 'torn run'])
  await expect(store.read('torn run')).rejects.toMatchObject({ code: 'tampered' })
  await store.close()
})

test('a damaged row hides no other run, and is listed by its id', async () => {
  const path = join(fresh(), 'runs.db')
  const store = await sqliteRunStore(path)
  await store.append('a', 0, [start('a', 1)])
  await store.append('b', 0, [start('b', 2)])
  const db = new DatabaseSync(path)
  db.exec(`update agent_run_record set record = '{' where run_id = 'b'`)
  db.close()

  expect(await store.list()).toEqual([
    { runId: 'a', agent: 'tester', at: 1 },
    { runId: 'b', agent: '', at: 0 },
  ])
  await store.close()
})

test('a folder that cannot be read is named, and one that is not there has no runs', async () => {
  const path = fresh()
  expect(await jsonlRunStore(path).list()).toEqual([])
  writeFileSync(path, 'a file, and no folder')

  await expect(jsonlRunStore(path).list()).rejects.toMatchObject({
    name: 'RunStoreError',
    code: 'unreadable',
    message: expect.stringContaining(path),
  })
})

test('a folder that cannot be written is named, with what is wrong with it', async () => {
  const path = fresh()
  writeFileSync(path, 'a file, and no folder')
  const failed = Promise.resolve(jsonlRunStore(path).append('a', 0, [start('a', 1)]))

  await expect(failed).rejects.toMatchObject({
    code: 'unwritable',
    message: expect.stringMatching(/^run a cannot be written to .+: E[A-Z]+: /),
  })
  await expect(failed).rejects.toThrow(path)
})

// To try again for ten seconds is for a file that someone else is opening.
test('a database that cannot be opened is named at once', { timeout: 5000 }, async () => {
  const path = fresh()
  writeFileSync(path, 'no database '.repeat(100))
  const message = `${path} cannot be opened for runs: file is not a database`
  await expect(sqliteRunStore(path)).rejects.toMatchObject({
    name: 'RunStoreError',
    code: 'unreadable',
    message,
  })
  await expect(sqliteRunStore(join(path, 'runs.db'))).rejects.toMatchObject({
    name: 'RunStoreError',
    message: expect.stringContaining(path),
  })
})

test('a database that is closed fails as a store does', async () => {
  const store = await sqliteRunStore(':memory:')
  await store.close()

  await expect(store.list()).rejects.toMatchObject({ name: 'RunStoreError' })
  await expect(store.read('a')).rejects.toMatchObject({ name: 'RunStoreError' })
  for (const expected of [0, 1]) {
    const appended = Promise.resolve(store.append('a', expected, [said('x')]))
    await expect(appended).rejects.toMatchObject({ name: 'RunStoreError' })
  }
})

test('a format of later days is not guessed at', async () => {
  const store = jsonlRunStore(fresh())
  const later = JSON.parse(JSON.stringify({ ...start('a', 1), version: 2 }))
  await store.append('a', 0, [later])

  await expect(store.read('a')).rejects.toMatchObject({ code: 'unreadable' })
  await store.close()
})

test('two stores on one database let one of two go on', async () => {
  const path = join(fresh(), 'runs.db')
  const [one, two] = [await sqliteRunStore(path), await sqliteRunStore(path)]
  await one.append('a', 0, [start('a', 1)])

  const ends = await Promise.allSettled(
    [one, two].map(async (store) => store.append('a', 1, [said('mine')])),
  )
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(await two.read('a')).toHaveLength(2)
  await Promise.all([one.close(), two.close()])
})

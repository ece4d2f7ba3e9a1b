import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/index.js'
import { createEnv } from '../../src/scripts/env.js'
import { openFileOf, tidyUp } from '../../src/sqlite/open-file.js'
import { typedDriver } from '../../src/sqlite/typed-driver.js'
import { scratchFolder } from '../harness/scratch-folder.js'
import { TIMES } from '../harness/small-world.js'

test('a file that nobody else uses is tidied up', () => {
  using world = createWorld()

  expect(openFileOf(world.db).tidy()).toBe('tidied')
})

test('a large file is not written anew in passing, but its log is emptied', () => {
  using world = createWorld()
  world.db.exec('insert into t values (randomblob(100000))')

  expect(openFileOf(world.db, 50_000).tidy()).toBe('too_large')
  expect(world.beside.prepare('pragma wal_checkpoint').all()).toEqual([
    { busy: 0, log: 0, checkpointed: 0 },
  ])
})

test('whoever is reading holds it up, and then it goes on', async () => {
  using world = createWorld()
  const file = openFileOf(world.db)
  world.beside.exec('begin')
  world.beside.prepare('select * from t').all()
  expect(file.tidy()).toBe('busy')
  setTimeout(() => world.beside.exec('commit'), 20)

  expect(await tidyUp(file, createEnv(systemClock, { ...TIMES, busy: 60_000 }))).toBe(true)
})

test('who reads for too long is not waited for', async () => {
  using world = createWorld()
  world.beside.exec('begin')
  world.beside.prepare('select * from t').all()

  const env = createEnv(systemClock, { ...TIMES, busy: 20 })
  expect(await tidyUp(openFileOf(world.db), env)).toBe(false)
})

function createWorld() {
  const folder = scratchFolder('tidy-')
  const path = join(folder, 'a.db')
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal')
  db.exec('create table t (x)')
  const beside = new DatabaseSync(path)
  return {
    db: typedDriver(db),
    beside,
    [Symbol.dispose]() {
      db.close()
      beside.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

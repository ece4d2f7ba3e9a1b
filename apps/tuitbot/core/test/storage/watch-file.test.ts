import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/database.js'
import { addActivity } from '../../src/storage/activity.js'
import { watchFile } from '../../src/storage/watch-file.js'
import { openFolder } from './storage-folder.js'

const row = { account: 'alice', at: 1, kind: 'test', message: 'something' }

test('a change is noticed, whichever connection made it, and a look at the database is none', async () => {
  await using home = await openFolder()
  const other = openDatabase(home.file)
  const watch = watchFile(home.file)
  const first = watch.version()
  expect(watch.version()).toBe(first)

  await home.db.write((db) => addActivity(db, row))
  const second = watch.version()
  expect(second).not.toBe(first)

  await other.write((db) => addActivity(db, row))
  const third = watch.version()
  expect(third).not.toBe(second)

  await other.read(() => undefined)
  await other.write(() => undefined)
  expect(watch.version()).toBe(third)
  watch.close()
  await other.close()
})

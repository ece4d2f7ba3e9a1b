import { expect, test } from 'vitest'
import {
  addSession,
  findSession,
  removeSession,
  type Session,
  touchSession,
} from '../../src/storage/sessions.js'
import { openFolder } from './storage-folder.js'

test('a session is found by its hash until it is removed', async () => {
  await using home = await openFolder()
  await home.db.write((db) => addSession(db, session('aa', 1)))
  await home.db.write((db) => touchSession(db, 'aa', 7))
  const found = await home.db.read((db) => findSession(db, 'aa'))
  expect(found).toEqual({ ...session('aa', 1), seen_at: 7 })
  await home.db.write((db) => removeSession(db, 'aa'))
  expect(await home.db.read((db) => findSession(db, 'aa'))).toBeUndefined()
})

test('sessions that are over go when the next one comes', async () => {
  await using home = await openFolder()
  await home.db.write((db) => addSession(db, session('old', 1)))
  await home.db.write((db) => addSession(db, session('young', 90)))
  await home.db.write((db) => addSession(db, session('new', 101)))
  const left = await home.db.read((db) => ['old', 'young', 'new'].map((id) => findSession(db, id)))
  expect(left.map((one) => one?.hash)).toEqual([undefined, 'young', 'new'])
})

function session(hash: string, at: number): Session {
  return { hash, created_at: at, seen_at: at, expires_at: at + 100 }
}

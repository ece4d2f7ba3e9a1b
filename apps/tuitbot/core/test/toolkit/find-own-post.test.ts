import { expect, test } from 'vitest'
import { findOwnPost, type SoughtPost } from '../../src/toolkit/find-own-post.js'
import { type XRead } from '../../src/x-api/x-read.js'
import { readBackNeverBindsAnother } from '../laws/read-back-laws.js'
import { openDoor, startWorld, type World } from '../x-world.js'

test('read-back binds the post that was sent, and no other', async () => {
  const tally = await readBackNeverBindsAnother({ runs: 250, seed: 1 })
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(10)
})

test('what is not seen yet is absent, and found when it is', async () => {
  await using x = await startWorld()
  const from = x.clock.now()
  const { id } = x.post('alice', { text: 'Hello' })
  x.time.advance(30_000)
  x.fault({ method: 'GET', fault: { kind: 'lag', ms: 60_000 } })
  expect(await look(x, { text: 'Hello' }, from)).toMatchObject({ kind: 'absent' })
  expect(await look(x, { text: 'Hello' }, from)).toMatchObject({ kind: 'applied', externalId: id })
})

test('only what was made in the window counts, whatever X shows', async () => {
  await using x = await startWorld()
  x.post('alice', { text: 'Hello' })
  x.time.advance(3_600_000)
  const from = x.clock.now()
  x.time.advance(70_000)
  x.post('alice', { text: 'Hello' })
  const { read, userId } = openDoor(x)
  const careless: XRead = {
    ...read,
    getUserPosts: (id, { sinceId: _, ...page } = {}) => read.getUserPosts(id, page),
  }
  const sought = { userId, text: 'Hello', mediaCount: 0, isBound: () => Promise.resolve(false) }
  const window = { from: from - 5_000, until: from + 60_000 }
  expect(await findOwnPost(careless, sought, window)).toEqual({
    kind: 'absent',
    evidence: { looked: 0 },
  })
})

test('a look that fails says so, and does not say absent', async () => {
  await using x = await startWorld()
  x.fault({ method: 'GET', times: 3, fault: { kind: 'status', status: 503, when: 'before' } })
  expect(await look(x, { text: 'Hello' }, x.clock.now())).toMatchObject({ kind: 'unreadable' })
})

test('all pages are looked through', async () => {
  await using x = await startWorld()
  const from = x.clock.now()
  const { id } = x.post('alice', { text: 'The first' })
  for (let n = 0; n < 250; n++) x.post('alice', { text: `And number ${n}` })
  expect(await look(x, { text: 'The first' }, from)).toMatchObject({
    kind: 'applied',
    externalId: id,
    evidence: { looked: 251 },
  })
})

test('an account that posts without end is a matter for a person', async () => {
  await using x = await startWorld()
  const from = x.clock.now()
  for (let n = 0; n < 1_001; n++) x.post('alice', { text: `Number ${n}` })
  expect(await look(x, { text: 'Number 1000' }, from)).toMatchObject({ kind: 'unreadable' })
})

test('own data is read at the price of own data, without what it does not need', async () => {
  await using x = await startWorld()
  const from = x.clock.now()
  x.post('alice', { text: 'Hello' })
  await look(x, { text: 'Hello' }, from)
  expect(x.truth.requests().at(-1)?.dollars).toBe(0.001)
})

function look(x: World, sought: Partial<SoughtPost> & { text: string }, from: number) {
  const { read, userId } = openDoor(x)
  return findOwnPost(
    read,
    { userId, mediaCount: 0, isBound: () => Promise.resolve(false), ...sought },
    { from: from - 5_000, until: from + 60_000 },
  )
}

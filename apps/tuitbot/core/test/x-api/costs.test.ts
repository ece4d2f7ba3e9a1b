import { expect, test } from 'vitest'
import { toPostRequest } from '../../src/toolkit/write.js'
import { createCostMeter } from '../../src/x-api/cost-meter.js'
import { endpoints } from '../../src/x-api/endpoints/endpoints.js'
import { estimateCost, priceOfPost } from '../../src/x-api/prices.js'
import { readOperations, setTheScene, writeOperations } from '../operations.js'
import { openDoor, permitted, startWorld } from '../x-world.js'

test.each([...readOperations, ...writeOperations])(
  '$name costs what X charges for it',
  async (operation) => {
    await using x = await startWorld()
    const cast = setTheScene(x)
    const { read, write, rows, userId } = openDoor(x, 'alice', { ownerId: x.account('alice').id })
    if ('run' in operation) await operation.run(read, cast)
    else await operation.send(write, operation.request(cast))
    const charged = x.truth.requests().at(-1)?.dollars ?? -1
    const [row] = rows
    // X alone knows whether a reply was called for, and then takes a little less.
    const most = operation.name === 'a reply' ? 0.015 : charged
    expect(row).toMatchObject({ account: 'alice', microUsd: Math.round(most * 1e6) })
    expect(rows).toHaveLength(1)
    expect(userId).toBe(cast.alice)
  },
)

test('own data is cheaper for the owner of the app, and for nobody else', async () => {
  await using x = await startWorld()
  setTheScene(x)
  const owner = openDoor(x, 'alice', { ownerId: x.account('alice').id })
  const stranger = openDoor(x, 'bob')
  await owner.read.getUserPosts(owner.userId, { expand: [] })
  await stranger.read.getUserPosts(stranger.userId, { expand: [] })
  const rows = [...owner.rows, ...stranger.rows]
  const each = rows.map(({ microUsd, charges }) => microUsd / charges.length)
  expect(each).toEqual([1_000, 5_000])
})

test('the same object is paid for once in a UTC day', async () => {
  await using x = await startWorld()
  const { own } = setTheScene(x)
  const { read, rows } = openDoor(x)
  await read.getPost(own)
  await read.getPost(own)
  x.time.set('2026-09-02T00:00:01Z')
  const fresh = openDoor(x)
  await fresh.read.getPost(own)
  await read.get('getPostsById', { id: own }).catch(() => 'the token has ended')
  expect(rows.map(({ microUsd }) => microUsd)).toEqual([15_000, 0, 0])
  expect(fresh.rows.map(({ microUsd }) => microUsd)).toEqual([15_000])
})

test('a process that runs over midnight pays anew', () => {
  let now = Date.parse('2026-09-01T23:59:59Z')
  const meter = createCostMeter({ account: 'alice', log: { record: () => {} }, now: () => now })
  const body = { data: { id: '7', text: 'Hello' } }
  const read = () => meter.measure({ id: 'getPostsById', status: 200, body, owned: false })

  expect([read(), read()]).toEqual([5_000, 0])
  now += 2_000
  expect([read(), read()]).toEqual([5_000, 0])
})

test('what fails costs nothing, and is on record', async () => {
  await using x = await startWorld()
  const { write, read, rows } = openDoor(x)
  x.fault(
    { method: 'GET', times: 3, fault: { kind: 'status', status: 503, when: 'before' } },
    { method: 'POST', fault: { kind: 'reset', when: 'before' } },
  )
  await read.getMe().catch(() => 'down')
  await write.createPost(...permitted(toPostRequest({ text: 'Hello' })))
  expect(rows.map(({ endpoint, status, microUsd }) => [endpoint, status, microUsd])).toEqual([
    ['getUsersMe', 503, 0],
    ['getUsersMe', 503, 0],
    ['getUsersMe', 503, 0],
    ['createPosts', 0, 0],
  ])
})

test('a link makes a post thirteen times as dear, and is told before', () => {
  expect(priceOfPost({ hasLink: true })).toBe(200_000)
  expect(priceOfPost({ hasLink: false })).toBe(15_000)
  expect(priceOfPost({ hasLink: false, summoned: true })).toBe(10_000)
})

test('an estimate is never below the price', () => {
  expect(estimateCost(endpoints.createPosts)).toBe(200_000)
  expect(estimateCost(endpoints.createPosts, { hasLink: false })).toBe(15_000)
  expect(estimateCost(endpoints.searchPostsRecent, { objects: 100 })).toBe(500_000)
  expect(estimateCost(endpoints.getUsersFollowers, { objects: 10, owned: true })).toBe(10_000)
  expect(estimateCost(endpoints.getPostsById, { owned: true })).toBe(5_000)
  expect(estimateCost(endpoints.likePost)).toBe(15_000)
  expect(estimateCost(endpoints.getUsage)).toBe(0)
})

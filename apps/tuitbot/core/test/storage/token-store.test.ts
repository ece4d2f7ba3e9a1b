import { expect, test } from 'vitest'
import { openFolder } from './storage-folder.js'

const grant = { accessToken: 'a1', refreshToken: 'r1', expiresAt: 100, scopes: ['tweet.read'] }

test('a login is kept whole', async () => {
  await using home = await openFolder()
  expect(await home.store.find('alice')).toBeUndefined()
  await home.store.replace('alice', grant, 7)
  expect(await home.store.find('alice')).toEqual({
    ...grant,
    version: 1,
    obtainedAt: 7,
    state: 'ok',
  })
})

test('a new login without a refresh token leaves none of the old', async () => {
  await using home = await openFolder()
  await home.store.replace('alice', grant, 0)
  await home.store.replace('alice', { accessToken: 'a2', expiresAt: 1, scopes: [] }, 1)
  expect(await home.store.find('alice')).toEqual({
    accessToken: 'a2',
    expiresAt: 1,
    scopes: [],
    version: 2,
    obtainedAt: 1,
    state: 'ok',
  })
})

test('one lease at a time, for the version that is there', async () => {
  await using home = await openFolder()
  await home.store.replace('alice', grant, 0)
  const wish = { version: 1, owner: 'one', now: 10, until: 20 }
  const takes = [
    await home.store.takeLease('alice', { ...wish, version: 2 }),
    await home.store.takeLease('alice', wish),
    await home.store.takeLease('alice', { ...wish, owner: 'two', now: 19 }),
    await home.store.takeLease('alice', { ...wish, owner: 'two', now: 20, until: 30 }),
    await home.store.takeLease('bob', wish),
  ]
  expect(takes).toEqual([false, true, false, true, false])
})

test('a lease is given back by its owner alone', async () => {
  await using home = await openFolder()
  await home.store.replace('alice', grant, 0)
  const wish = { version: 1, owner: 'one', now: 10, until: 20 }
  await home.store.takeLease('alice', wish)
  await home.store.releaseLease('alice', 'two')
  expect(await home.store.takeLease('alice', { ...wish, owner: 'two' })).toBe(false)
  await home.store.releaseLease('alice', 'one')
  expect(await home.store.takeLease('alice', { ...wish, owner: 'two' })).toBe(true)
})

test('a renewed pair is kept once, and ends the lease', async () => {
  await using home = await openFolder()
  await home.store.replace('alice', grant, 0)
  await home.store.takeLease('alice', { version: 1, owner: 'one', now: 10, until: 20 })
  const renewed = { ...grant, accessToken: 'a2', refreshToken: 'r2' }
  expect(await home.store.keepRenewed('alice', 1, renewed, 12)).toBe(true)
  expect(await home.store.keepRenewed('alice', 1, { ...grant, accessToken: 'late' }, 13)).toBe(
    false,
  )
  expect(await home.store.find('alice')).toMatchObject({ accessToken: 'a2', version: 2 })
  const wish = { version: 2, owner: 'two', now: 12, until: 30 }
  expect(await home.store.takeLease('alice', wish)).toBe(true)
})

test('a pair that comes late is kept, though another had given the login up', async () => {
  await using home = await openFolder()
  await home.store.replace('alice', grant, 0)
  await home.store.lapse('alice', 1)
  expect(await home.store.find('alice')).toMatchObject({ state: 'needs_login' })
  const wish = { version: 1, owner: 'one', now: 10, until: 20 }
  expect(await home.store.takeLease('alice', wish)).toBe(false)
  expect(await home.store.keepRenewed('alice', 1, { ...grant, accessToken: 'a2' }, 1)).toBe(true)
  expect(await home.store.find('alice')).toMatchObject({ state: 'ok', accessToken: 'a2' })
})

test('who gives up an old version does not touch the new one', async () => {
  await using home = await openFolder()
  await home.store.replace('alice', grant, 0)
  await home.store.replace('alice', grant, 0)
  await home.store.lapse('alice', 1)
  expect(await home.store.find('alice')).toMatchObject({ state: 'ok' })
})

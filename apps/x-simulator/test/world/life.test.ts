import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'

const live = async (seed: number, minutes: number) => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ seed, clock, eventsPerMinute: 10 })
  const before = x.world.posts.size
  const mentions = x.account('alice').mentions.length
  clock.advance(minutes * 60_000)
  return {
    posts: x.world.timeline.slice(before).map(({ id, text }) => `${id} ${text}`),
    mentions: x.account('alice').mentions.length - mentions,
  }
}

test('mentions and posts arrive as time goes by', async () => {
  const { posts, mentions } = await live(3, 60)
  expect(posts.length).toBeGreaterThan(200)
  expect(mentions).toBeGreaterThan(50)
})

test('the same seed lives the same life, another seed another', async () => {
  const first = await live(3, 20)
  expect(await live(3, 20)).toEqual(first)
  expect(await live(4, 20)).not.toEqual(first)
})

test('nothing happens by itself where nothing is asked for', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ clock })
  const before = x.world.posts.size
  clock.advance(24 * 60 * 60 * 1000)
  expect(x.world.posts.size).toBe(before)
})

test('a rate that changes is followed, and at none the world rests', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  let rate = 0
  await using x = await startSimulator({ seed: 3, clock, eventsPerMinute: () => rate })
  const count = (minutes: number) => {
    const before = x.world.posts.size
    clock.advance(minutes * 60_000)
    return x.world.posts.size - before
  }
  expect(count(600)).toBe(0)
  rate = 10
  expect(count(60)).toBeGreaterThan(100)
  rate = 0
  count(1)
  expect(count(600)).toBe(0)
})

test('on the real clock it lives too, until it is closed', async () => {
  const x = await startSimulator({ eventsPerMinute: 1200 })
  const before = x.world.timeline.length
  while (x.world.timeline.length < before + 2)
    await new Promise((resolve) => setTimeout(resolve, 10))
  await x.close()
  const then = x.world.timeline.length
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(x.world.timeline.length).toBe(then)
})

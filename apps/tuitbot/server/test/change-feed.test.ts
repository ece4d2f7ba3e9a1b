import { afterEach, expect, test, vi } from 'vitest'
import { createChangeFeed } from '../src/change-feed.js'

afterEach(() => void vi.useRealTimers())

test('nothing is open while nobody listens', () => {
  const file = fakeFile()
  const feed = createChangeFeed('anywhere', { watch: file.watch })
  expect(file.open()).toBe(0)
  const leaveFirst = feed.subscribe(() => undefined)
  const leaveSecond = feed.subscribe(() => undefined)
  expect(file.open()).toBe(1)
  leaveFirst()
  leaveFirst()
  expect(file.open()).toBe(1)
  leaveSecond()
  expect(file.open()).toBe(0)
})

test('each change is told to everyone once, and has an id of its own', () => {
  vi.useFakeTimers()
  const file = fakeFile()
  const feed = createChangeFeed('anywhere', { watch: file.watch, everyMs: 10 })
  const told: string[] = []
  const leave = feed.subscribe(() => told.push(feed.id()))
  vi.advanceTimersByTime(50)
  expect(told).toEqual([])
  file.change()
  vi.advanceTimersByTime(50)
  file.change()
  vi.advanceTimersByTime(50)
  expect(new Set(told).size).toBe(2)
  expect(told).toHaveLength(2)
  leave()
})

test('a look that fails is followed by the next', () => {
  vi.useFakeTimers()
  const file = fakeFile()
  const feed = createChangeFeed('anywhere', { watch: file.watch, everyMs: 10 })
  let told = 0
  const leave = feed.subscribe(() => (told += 1))
  file.fail(true)
  vi.advanceTimersByTime(30)
  file.fail(false)
  file.change()
  vi.advanceTimersByTime(30)
  expect(told).toBe(1)
  leave()
})

test('ids of two feeds are never the same', () => {
  const { watch } = fakeFile()
  expect(createChangeFeed('a', { watch }).id()).not.toBe(createChangeFeed('a', { watch }).id())
})

function fakeFile() {
  let version = 1
  let open = 0
  let failing = false
  return {
    open: () => open,
    change: () => (version += 1),
    fail: (to: boolean) => (failing = to),
    watch: () => {
      open += 1
      return {
        version() {
          if (failing) throw new Error('busy')
          return version
        },
        close: () => void (open -= 1),
      }
    },
  }
}

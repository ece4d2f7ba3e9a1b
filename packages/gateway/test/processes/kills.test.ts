import { expect, test } from 'vitest'
import { killEverywhere, killTwice, stopEverywhere } from './kills.js'
import { seeded } from './seeded.js'
import { killThreads } from './threads.js'

// Each starts dozens of real processes and waits until the far side must have settled.
const TIMEOUT = 120_000

test(
  'killed at any point, a process leaves neither a double nor a gap',
  { timeout: TIMEOUT },
  async () => {
    const { points, trials } = await killEverywhere({ runs: 1 })

    expect(points).toBeGreaterThanOrEqual(19)
    expect(trials).toBe(points)
  },
)

test(
  'killed while it recovers, a process leaves neither a double nor a gap',
  { timeout: TIMEOUT },
  async () => {
    const { trials } = await killTwice({ runs: 1, pairs: 12, random: seeded(1) })

    expect(trials).toBe(12)
  },
)

test(
  'stopped at any point and woken later, a process sends nothing twice',
  { timeout: TIMEOUT },
  async () => {
    const { points, trials } = await stopEverywhere({ runs: 1 })

    expect(trials).toBe(points)
  },
)

test(
  'a thread that was cut at any of its posts goes on where it stopped',
  { timeout: TIMEOUT },
  async () => {
    const { trials } = await killThreads({ lengths: [2, 4], runs: 1, random: seeded(1) })

    expect(trials).toBe(6)
  },
)

import { expect, test } from 'vitest'
import { killEverything } from './chaos/kill-everything.js'

test(
  'parts that are killed at random leave nothing twice, and lose nothing',
  { timeout: 240_000 },
  async () => {
    const { kills } = await killEverything({ ms: 8_000, random: Math.random })

    expect(kills).toBeGreaterThan(6)
  },
)

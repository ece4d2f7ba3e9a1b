import { expect, test } from 'vitest'
import { fillTheLimit } from './limits.js'
import { demandNewWriters } from './old-writers.js'
import { seeded } from './seeded.js'
import { spendAll } from './spends.js'

const TIMEOUT = 120_000

test(
  'processes at once get as much through as a limit lets, and no more',
  { timeout: TIMEOUT },
  async () => {
    const trial = { processes: 4, calls: 10, max: 17, rounds: 1 }

    const { calls, sent } = await fillTheLimit(trial)

    expect(calls).toBe(40)
    expect(sent).toBeGreaterThan(0)
  },
)

test(
  'eight processes at once spend what a cap lets them, and no more',
  { timeout: TIMEOUT },
  async () => {
    const sent = await spendAll({ processes: 8, times: 5, most: 27, rounds: 3 })

    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(3 * 27)
  },
)

test(
  'a program of an older version lets nothing out once a newer is demanded',
  { timeout: TIMEOUT },
  async () => {
    const { dispatches } = await demandNewWriters({ rounds: 1, random: seeded(5) })

    expect(dispatches).toBeGreaterThan(0)
  },
)

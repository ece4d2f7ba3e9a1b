import { expect, test } from 'vitest'
import { rehearsalsTouchNothing } from '../laws/dry-run-laws.js'
import { noWindowHoldsMore } from '../laws/limit-laws.js'

test('no window of a limit’s length holds more than it lets, however the clock is set', async () => {
  const { kept, denied } = await noWindowHoldsMore({ runs: 2_000, seed: 4 })

  expect(kept).toBeGreaterThan(100)
  expect(denied).toBeGreaterThan(300)
})

test('what is only rehearsed sends nothing, uses nothing and changes nothing', async () => {
  expect(await rehearsalsTouchNothing({ runs: 60, seed: 5 })).toEqual({ rehearsed: 60 })
})

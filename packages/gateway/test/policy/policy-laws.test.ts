import { expect, test } from 'vitest'
import { nothingLoosensAHardRule, rulesAreTheirJoin } from '../laws/policy-laws.js'

test('the decision is the join of all rules that match, whatever their order', () => {
  expect(rulesAreTheirJoin({ runs: 400, seed: 1 }).decisions).toBe(400 * 24)
})

test('no rule of a user and no lifting makes a hard rule weaker', () => {
  const { bound } = nothingLoosensAHardRule({ runs: 400, seed: 2 })

  // A law about hard rules that matched nothing would say nothing.
  expect(bound).toBeGreaterThan(400)
})

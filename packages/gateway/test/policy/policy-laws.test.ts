import { expect, test } from 'vitest'
import { damagedPoliciesNeverWiden } from '../laws/policy-mutation-laws.js'
import { POLICY_FILES } from '../laws/policy-files.js'
import { parsePolicyFile } from '../../src/policy-file/index.js'
import { nothingLoosensAHardRule, rulesAreTheirJoin } from '../laws/policy-laws.js'

test('the decision is the join of all rules that match, whatever their order', () => {
  expect(rulesAreTheirJoin({ runs: 120, seed: 1 }).decisions).toBe(120 * 24)
})

test('no rule of a user and no lifting makes a hard rule weaker', () => {
  const { bound } = nothingLoosensAHardRule({ runs: 150, seed: 2 })

  // A law about hard rules that matched nothing would say nothing.
  expect(bound).toBeGreaterThan(150)
})

test('a damaged policy is refused whole, or says what it says', () => {
  for (const file of POLICY_FILES) expect(parsePolicyFile(file)).toMatchObject({ kind: 'good' })
  const { refused, accepted } = damagedPoliciesNeverWiden({ runs: 600, seed: 3, requests: 20 })

  expect(refused).toBeGreaterThan(100)
  expect(accepted).toBeGreaterThan(60)
})

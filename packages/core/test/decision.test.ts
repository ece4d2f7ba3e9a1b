import { expect, test } from 'vitest'
import {
  allow,
  askApproval,
  askInput,
  combine,
  deny,
  rehearse,
  type Decision,
} from '../src/decision.js'

test('the strictest decision stands, with all the reasons for it', () => {
  expect(combine(deny('b', 'r2'), allow, deny('a', 'r1'), askApproval('c'))).toEqual({
    kind: 'deny',
    reasons: [
      { message: 'a', rule: 'r1' },
      { message: 'b', rule: 'r2' },
    ],
  })
})

test('deny, dry run, ask and allow come in this order', () => {
  const inOrder = [deny('d'), rehearse('r'), askApproval('a'), allow]
  const kinds = inOrder.map((_, from) => combine(...inOrder.slice(from).toReversed()).kind)
  expect(kinds).toEqual(['deny', 'dry_run', 'ask', 'allow'])
})

test('an ask for approval and one for input are both kept', () => {
  const joined = combine(askInput('which day?', { type: 'string' }), askApproval('a stranger'))
  expect(joined.kind === 'ask' && joined.asks.map((ask) => ask.for)).toEqual(['approval', 'input'])
})

test('a decision of an unknown kind denies', () => {
  const foreign: unknown = { kind: 'needs_approval' }
  expect(combine(allow, foreign as Decision)).toMatchObject({ kind: 'deny' })
})

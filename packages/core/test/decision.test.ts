import { expect, test } from 'vitest'
import {
  allow,
  isWeaker,
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
  expect(isWeaker(allow, foreign as Decision)).toBe(true)
  expect(isWeaker(foreign as Decision, deny('no'))).toBe(false)
  expect(combine(allow, foreign as Decision)).toMatchObject({ kind: 'deny' })
})

test('no reason can turn a refusal into a failure', () => {
  const cut = 'abc😀'.slice(0, 4)
  const open: unknown = { message: 'x', rule: undefined }
  expect(
    combine(deny(cut), deny(cut), { kind: 'deny', reasons: [open as { message: string }] }),
  ).toMatchObject({
    kind: 'deny',
    reasons: [{ message: cut }, { message: 'x' }],
  })
})

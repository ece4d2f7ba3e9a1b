import { expect, test } from 'vitest'
import { findNearestName } from '../../src/config/nearest-name.js'

const names = [
  'approval_mode',
  'mode',
  'max_replies_per_day',
  'max_replies_per_author_per_day',
  'port',
]

test.each([
  ['aproval_mode', 'approval_mode'],
  ['approvalMode', 'approval_mode'],
  ['approval-mode', 'approval_mode'],
  ['max_reply_per_day', 'max_replies_per_day'],
  ['prt', 'port'],
  ['Mode', 'mode'],
])('%s stands for %s', (typed, meant) => {
  expect(findNearestName(typed, names)).toBe(meant)
})

test('what is like nothing stands for nothing', () => {
  expect(findNearestName('webhook', names)).toBeUndefined()
  expect(findNearestName('', names)).toBeUndefined()
  expect(findNearestName('x'.repeat(100_000), names)).toBeUndefined()
})

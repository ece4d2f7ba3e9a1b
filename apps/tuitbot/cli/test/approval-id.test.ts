import { expect, test } from 'vitest'
import { approvalId } from '../src/approval-id.js'

test.each([
  ['12', 12],
  ['#12', 12],
])('%s is the number of an approval', (text, id) => {
  expect(approvalId(text)).toBe(id)
})

test.each(['0xC', '1e3', '0b11', ' 12', '12.0', '+12', '-12', '##12', '#', '0', '9'.repeat(20)])(
  '%j is none',
  (text) => {
    expect(() => approvalId(text)).toThrow(`${text} is no approval`)
  },
)

test('who names none is told what is wanted', () => {
  for (const text of ['', ' ', undefined]) {
    expect(() => approvalId(text)).toThrow('no approval was named: give its number, such as 3')
  }
})

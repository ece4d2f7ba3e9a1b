import { expect, test } from 'vitest'
import { placeOf } from '../src/features/approvals/use-selection.js'

const items = [{ intent: 'a' }, { intent: 'b' }, { intent: 'c' }]

test('the chosen one stays chosen, wherever it moves to', () => {
  expect(placeOf(items, 'b', 0)).toBe(1)
  expect(placeOf(items.slice(1), 'b', 1)).toBe(0)
})

test('when it is gone, what lies in its place is chosen, or the last', () => {
  expect(placeOf(items, 'gone', 1)).toBe(1)
  expect(placeOf(items, 'gone', 3)).toBe(2)
  expect(placeOf([], 'gone', 3)).toBe(0)
  expect(placeOf(items, undefined, 0)).toBe(0)
})

import { expect, test } from 'vitest'
import { placeOf } from '../src/features/approvals/use-selection.js'

const items = [{ id: 7 }, { id: 8 }, { id: 9 }]

test('the chosen one stays chosen, wherever it moves to', () => {
  expect(placeOf(items, 8, 0)).toBe(1)
  expect(placeOf(items.slice(1), 8, 1)).toBe(0)
})

test('when it is gone, what lies in its place is chosen, or the last', () => {
  expect(placeOf(items, 5, 1)).toBe(1)
  expect(placeOf(items, 5, 3)).toBe(2)
  expect(placeOf([], 5, 3)).toBe(0)
  expect(placeOf(items, undefined, 0)).toBe(0)
})

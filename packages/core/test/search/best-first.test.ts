import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestFirst } from '../../src/search/best-first.js'

test('the items come in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ max: 20, min: 0 })), (items) => {
      expect([...bestFirst(items, (a, b) => a > b)]).toEqual(items.toSorted((a, b) => b - a))
    }),
  )
})

test('few of many are had without sorting all', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => (at * 7_919) % 10_007)
  let compared = 0
  const ordered = bestFirst(items, (a, b) => {
    compared += 1
    return a > b
  })
  expect(ordered.next().value).toBe(Math.max(...items))
  expect(compared).toBeLessThan(3 * items.length)
})

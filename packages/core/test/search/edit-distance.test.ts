import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countEdits } from '../../src/search/edit-distance.js'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })

test('edits are counted as the whole table counts them', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      expect(countEdits(a, b, max)).toBe(Math.min(max + 1, countByTable(a, b)))
    }),
    { numRuns: 5_000, seed: 42 },
  )
})

test('long words are compared before the test runs out of time, and their edits do not wrap', () => {
  expect(countEdits('a'.repeat(500_000), 'b'.repeat(500_000), 2)).toBe(3)
  expect(countEdits('ab'.repeat(250_000), 'ba'.repeat(250_000), 2)).toBe(2)
  expect(countEdits('a'.repeat(500_000), `${'a'.repeat(499_999)}b`, 2)).toBe(1)
})

/** Optimal string alignment, cell by cell. */
function countByTable(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_unused, j) => (i === 0 ? j : i)),
  )
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edits = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? at(i - 2, j - 2) + 1 : Infinity,
      )
      table[i]?.splice(j, 1, edits)
    }
  }
  return at(a.length, b.length)
}

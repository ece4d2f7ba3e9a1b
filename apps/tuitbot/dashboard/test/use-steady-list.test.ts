import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepOrder } from '../src/features/approvals/use-steady-list.js'

const ids = fc.uniqueArray(fc.nat(50).map(String))

test('what was there stays in its order, and what is new follows in its own', () => {
  expect(keepOrder(['3', '1', '2'], toItems(['9', '1', '8', '2', '3'])).map(intentOf)).toEqual([
    '3',
    '1',
    '2',
    '9',
    '8',
  ])
})

test('nothing is lost or added, and nothing known ever moves past anything', () => {
  fc.assert(
    fc.property(ids, ids, (known, now) => {
      const sorted = keepOrder(known, toItems(now)).map(intentOf)
      expect(new Set(sorted)).toEqual(new Set(now))
      expect(sorted).toEqual([
        ...known.filter((id) => now.includes(id)),
        ...now.filter((id) => !known.includes(id)),
      ])
    }),
  )
})

function intentOf({ intent }: { readonly intent: string }) {
  return intent
}

function toItems(list: readonly string[]) {
  return list.map((intent) => ({ intent }))
}

import { expect, test } from 'vitest'
import { bindingOf, statement } from '../../src/scripts/statement.js'

const setTold = statement<{ id: string; at: number }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set({ told_at: p('at') })
    .where('id', '=', p('id')),
)

test('values are bound in the order of the statement, and what is not there as nothing', () => {
  expect(setTold.valuesOf({ id: 'a', at: 7 })).toEqual([7, 'a'])
  expect(setTold.valuesOf({ id: 'a' } as never)).toEqual([null, 'a'])
})

test('values that are spelled out are those that the statement binds', () => {
  expect(bindingOf(setTold, (row) => [row.at, row.id]).valuesOf({ id: 'a', at: 7 })).toEqual([
    7,
    'a',
  ])
})

test('values in another order, too few or too many are refused when they are spelled out', () => {
  for (const valuesOf of [
    (row: { id: string; at: number }) => [row.id, row.at],
    (row: { id: string; at: number }) => [row.at],
    (row: { id: string; at: number }) => [row.at, row.id, row.id],
  ]) {
    expect(() => bindingOf(setTold, valuesOf)).toThrow('a statement that binds at,id is given')
  }
})

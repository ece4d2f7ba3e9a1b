import { expect, test } from 'vitest'
import { toMoment } from '../src/moment.js'

/** A Thursday, by the clock on this wall. */
const NOW = new Date(2026, 10, 19, 15, 30)

test.each([
  ['2h', 'end', new Date(2026, 10, 19, 17, 30)],
  ['3d', 'beginning', new Date(2026, 10, 22, 15, 30)],
  ['fri', 'beginning', new Date(2026, 10, 20)],
  ['Friday', 'end', new Date(2026, 10, 21)],
  ['thu', 'beginning', new Date(2026, 10, 26)],
  ['2026-12-31', 'end', new Date(2027, 0, 1)],
] as const)('%s, at its %s, is a moment', (text, edge, moment) => {
  expect(new Date(toMoment(text, NOW, edge))).toEqual(moment)
})

test.each(['', 'soon', '0h', '2026-13-40', '-1d', '12'])('%j is none, which is told', (text) => {
  expect(() => toMoment(text, NOW, 'end')).toThrow('is no time')
})

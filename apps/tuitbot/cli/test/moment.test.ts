import { expect, test } from 'vitest'
import { localTimeOf } from '../src/show.js'
import { toMoment } from '../src/moment.js'

/** A Thursday, by the clock on this wall. */
const NOW = new Date(2026, 10, 19, 15, 30)

test.each([
  ['2h', 'end', new Date(2026, 10, 19, 17, 30)],
  ['3d', 'morning', new Date(2026, 10, 22, 15, 30)],
  ['fri', 'morning', new Date(2026, 10, 20, 8)],
  ['Friday', 'end', new Date(2026, 10, 21)],
  ['thu', 'morning', new Date(2026, 10, 26, 8)],
  ['sunday', 'morning', new Date(2026, 10, 22, 8)],
  ['2028-02-29', 'morning', new Date(2028, 1, 29, 8)],
  ['2026-12-31', 'end', new Date(2027, 0, 1)],
] as const)('%s, at its %s, is a moment', (text, edge, moment) => {
  expect(new Date(toMoment(text, NOW, edge))).toEqual(moment)
})

test('a moment is said by the clock on this wall, with its zone', () => {
  expect(localTimeOf(new Date(2026, 10, 23, 8, 5).getTime())).toMatch(/^2026-11-23 08:05 \S+$/)
})

test.each(
  [
    ['', 'soon', '0h', '2026-13-40', '-1d', '12'],
    // Days that no month has, and words that begin as a day does.
    ['2026-02-30', '2026-02-29', '2026-04-31', '2026-11-00'],
    ['month', 'sunset', 'satisfied', 'frida', 'fridays'],
  ].flat(),
)('%j is none, which is told', (text) => {
  expect(() => toMoment(text, NOW, 'end')).toThrow('is no time')
})

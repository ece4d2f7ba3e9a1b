import { expect, test } from 'vitest'
import { endOfDay, listLater, toDay } from '../src/lib/days.js'

test('a day is written as a date field writes it, and ends just before the next', () => {
  const now = new Date(2026, 11, 30, 23, 59)

  expect(toDay(0, now)).toBe('2026-12-30')
  expect(toDay(3, now)).toBe('2027-01-02')
  expect(new Date(endOfDay('2026-12-31'))).toEqual(new Date(2026, 11, 31, 23, 59, 59))
})

test.each([
  ['a Thursday', new Date(2026, 10, 19, 15), new Date(2026, 10, 23, 8)],
  ['a Monday', new Date(2026, 10, 23, 7), new Date(2026, 10, 30, 8)],
  ['a Sunday', new Date(2026, 10, 22, 15), undefined],
])(
  'on %s what is put off comes back in an hour, in the morning, or on another Monday',
  (...row) => {
    const [, now, monday] = row
    const [hour, tomorrow, later] = listLater(now).map(([, until]) => new Date(until))

    expect(hour).toEqual(new Date(now.getTime() + 3_600_000))
    expect(tomorrow?.getHours()).toBe(8)
    expect(later).toEqual(monday)
  },
)

import { expect, test } from 'vitest'
import { compileSchedule, isZone } from '../../src/policy/wall-clock.js'

const at = (text: string) => Date.parse(text)

test('a window is from its beginning until just before its end', () => {
  const isNow = compileSchedule({ zone: 'UTC', from: '09:00', until: '17:30' })

  expect(isNow(at('2026-05-04T08:59:59.999Z'))).toBe(false)
  expect(isNow(at('2026-05-04T09:00:00Z'))).toBe(true)
  expect(isNow(at('2026-05-04T17:29:59.999Z'))).toBe(true)
  expect(isNow(at('2026-05-04T17:30:00Z'))).toBe(false)
})

test('a window over midnight belongs to the day on which it begins', () => {
  const isNow = compileSchedule({ zone: 'UTC', from: '22:00', until: '06:00', days: ['fri'] })

  expect(isNow(at('2026-05-08T21:59:00Z'))).toBe(false)
  expect(isNow(at('2026-05-08T22:00:00Z'))).toBe(true)
  expect(isNow(at('2026-05-09T05:59:00Z'))).toBe(true)
  expect(isNow(at('2026-05-08T05:59:00Z'))).toBe(false)
  expect(isNow(at('2026-05-09T22:00:00Z'))).toBe(false)
})

test('hours are the wall’s: summer and winter have the same morning', () => {
  const isNow = compileSchedule({ zone: 'Europe/Berlin', from: '07:00', until: '08:00' })

  expect(isNow(at('2026-01-15T06:30:00Z'))).toBe(true)
  expect(isNow(at('2026-01-15T05:30:00Z'))).toBe(false)
  expect(isNow(at('2026-07-15T05:30:00Z'))).toBe(true)
  expect(isNow(at('2026-07-15T06:30:00Z'))).toBe(false)
})

test('an hour that is skipped is not there, and one that comes twice is there twice', () => {
  const isNow = compileSchedule({ zone: 'Europe/Berlin', from: '02:00', until: '03:00' })
  const minutes = (day: string) =>
    Array.from({ length: 24 * 60 }, (_, minute) => at(day) + minute * 60_000).filter(isNow).length

  expect(minutes('2026-03-28T23:00:00Z')).toBe(0)
  expect(minutes('2026-10-24T22:00:00Z')).toBe(120)
  expect(minutes('2026-06-01T22:00:00Z')).toBe(60)
})

test('days are the zone’s own', () => {
  const isNow = compileSchedule({ zone: 'Pacific/Auckland', days: ['mon'] })

  expect(isNow(at('2026-05-03T12:30:00Z'))).toBe(true)
  expect(isNow(at('2026-05-04T12:30:00Z'))).toBe(false)
})

test('a zone is one of the list, and no offset', () => {
  expect(['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia'].every(isZone)).toBe(true)
  expect(['+01:00', 'Mars/Base', '', 'Europe/Berlin ', '../etc'].some(isZone)).toBe(false)
})

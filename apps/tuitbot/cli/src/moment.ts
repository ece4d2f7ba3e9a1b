import { toMilliseconds } from '@armorer/gateway'
import { CliError } from './report-error.js'

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** As on the page. */
const MORNING = 8

/** A time as people say it: `2h`, `3d`, `fri`, `2026-11-20`. Of a day eight in the morning is meant, or its end. */
export function toMoment(text: string, now: Date, edge: 'morning' | 'end'): number {
  const span = toMilliseconds(text)
  if (span !== undefined) return now.getTime() + span
  const day = dayOf(text.toLowerCase(), now)
  if (!day) {
    throw new CliError(
      `${text} is no time`,
      'Say how long (2h, 3d), a day of the week (fri) or a date (2026-11-20)',
    )
  }
  if (edge === 'end') day.setDate(day.getDate() + 1)
  else day.setHours(MORNING)
  return day.getTime()
}

/** Midnight, here, at which a day begins. */
function dayOf(text: string, now: Date): Date | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const day = new Date(`${text}T00:00:00`)
    // Of a day that a month does not have, a date makes one of the next.
    return day.getDate() === Number(text.slice(8)) ? day : undefined
  }
  const weekday = DAYS.findIndex((name) => text === name || text === name.slice(0, 3))
  if (weekday < 0) return undefined
  // Said on a Friday, it is the next one.
  const ahead = (weekday - now.getDay() + 7) % 7 || 7
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead)
}

import { toMilliseconds } from '@armorer/gateway'
import { CliError } from './report-error.js'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** A time as people say it: `2h`, `3d`, `fri`, `2026-11-20`. Of a day its beginning is meant, or its end. */
export function toMoment(text: string, now: Date, edge: 'beginning' | 'end'): number {
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
  return day.getTime()
}

/** Midnight, here, at which a day begins. */
function dayOf(text: string, now: Date): Date | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const day = new Date(`${text}T00:00:00`)
    return Number.isNaN(day.getTime()) ? undefined : day
  }
  const weekday = DAYS.findIndex((name) => text.startsWith(name))
  if (weekday < 0) return undefined
  // Said on a Friday, it is the next one.
  const ahead = (weekday - now.getDay() + 7) % 7 || 7
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead)
}

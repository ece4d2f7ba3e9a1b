import { type Day, type Schedule } from './rule.js'

export const DAYS: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** What a clock on the wall shows. */
interface WallTime {
  readonly day: number
  /** Since midnight. */
  readonly minute: number
}

const MINUTE_MS = 60_000

/** Tells whether a moment is within a schedule. Zones that nobody knows throw a `RangeError`. */
export function compileSchedule({ zone, from, until, days = DAYS }: Schedule) {
  const read = wallClock(zone)
  const named = new Set(days.map((day) => DAYS.indexOf(day)))
  const start = from === undefined ? 0 : toMinute(from)
  const end = until === undefined ? 24 * 60 : toMinute(until)
  return (at: number): boolean => {
    const { day, minute } = read(at)
    if (start < end) return named.has(day) && minute >= start && minute < end
    // Over midnight: the hours after it belong to the day before.
    return minute >= start ? named.has(day) : minute < end && named.has((day + 6) % 7)
  }
}

/** `07:30` in minutes; what is no time of day is not a number. */
export function toMinute(text: string): number {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return Number(hour) * 60 + Number(minute)
}

export function isZone(zone: string): boolean {
  // Some versions of Node take offsets too, which know nothing of summer.
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    wallClock(zone)
    return true
  } catch {
    return false
  }
}

/** Reads a zone's clock. What was read for a minute is kept, since asking takes longer than all other rules together. */
function wallClock(zone: string): WallClock {
  const made = clocks.get(zone)
  if (made) return made
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  let known: { readonly of: number; readonly time: WallTime } | undefined
  const clock: WallClock = (at) => {
    const of = Math.floor(at / MINUTE_MS)
    if (known?.of !== of) known = { of, time: readTime(format, at) }
    return known.time
  }
  clocks.set(zone, clock)
  return clock
}

type WallClock = (at: number) => WallTime

/** One for each zone that was ever named: there are some hundreds of zones, and making a format is slow. */
const clocks = new Map<string, WallClock>()

function readTime(format: Intl.DateTimeFormat, at: number): WallTime {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const day = DAYS.findIndex((name) => name === parts.get('weekday')?.toLowerCase())
  return { day, minute: toMinute(`${parts.get('hour')}:${parts.get('minute')}`) }
}

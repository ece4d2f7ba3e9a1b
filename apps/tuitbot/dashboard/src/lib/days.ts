const MORNING = 8

/** So many days from today, as a date field writes it. */
export function toDay(ahead: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The last moment of a day, by the clock on this wall. */
export function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59`).getTime()
}

/** When to be shown again what is put off: words, and the moment. */
export function listLater(now: Date): ReadonlyArray<readonly [string, number]> {
  const morning = (ahead: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, MORNING).getTime()
  const monday = (8 - now.getDay()) % 7 || 7
  return [
    ['In an hour', now.getTime() + 60 * 60 * 1000],
    ['Tomorrow', morning(1)],
    // On a Sunday that is tomorrow.
    ...(monday === 1 ? [] : [['On Monday', morning(monday)] as const]),
  ]
}

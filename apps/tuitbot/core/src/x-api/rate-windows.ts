/** One of X's windows, in our own time. */
export interface RateWindow {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: number
}

/** What the headers of one answer say about limits. */
export interface RateReading {
  readonly quarter?: RateWindow
  readonly day?: RateWindow
}

const DAY = 24 * 60 * 60 * 1000

/** Reads the windows out of an answer. X's own `date` stands in for its clock, so ours may be wrong. */
export function readRateWindows(headers: Headers, now: number): RateReading {
  const skew = readSkew(headers, now)
  const quarter = readWindow(headers, 'x-rate-limit', now, skew)
  const days = ['x-app-limit-24hour', 'x-user-limit-24hour'].flatMap(
    (name) => readWindow(headers, name, now, skew) ?? [],
  )
  const day = days.toSorted((left, right) => left.remaining - right.remaining)[0]
  return { ...(quarter && { quarter }), ...(day && { day }) }
}

/** How long until the windows that are used up open again; `undefined` where none is, or none says when. */
export function waitFor({ quarter, day }: RateReading, now: number): number | undefined {
  const waits = [quarter, day].flatMap((window) => {
    const wait = window?.remaining === 0 ? window.resetAt - now : 0
    // More than a day was never read: our clock has been set back since.
    return wait > 0 && wait <= DAY ? [wait] : []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

function readSkew(headers: Headers, now: number): number {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? 0 : date - now
}

function readWindow(
  headers: Headers,
  name: string,
  now: number,
  skew: number,
): RateWindow | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((part) =>
    readCount(headers.get(`${name}-${part}`)),
  )
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  // No window of X's is longer than a day, whatever a header says.
  const resetAt = Math.min(reset * 1000 - skew, now + DAY)
  return { limit, remaining, resetAt }
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^[0-9]{1,12}$/.test(text) ? Number(text) : undefined
}

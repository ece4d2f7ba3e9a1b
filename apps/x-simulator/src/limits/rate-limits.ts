import { type Caller } from '../auth/tokens.js'
import { type Clock } from '../clock.js'

/** Calls allowed in a quarter of an hour, and in a day, for an app's token and for a user's. */
export interface Limits {
  readonly app?: number
  readonly user?: number
  readonly appDay?: number
  readonly userDay?: number
}

interface Window {
  used: number
  endsAt: number
}

export interface Standing {
  readonly allowed: boolean
  /** The day's windows, not the quarter's, are used up. */
  readonly dayIsUp: boolean
  readonly headers: Readonly<Record<string, string>>
}

const quarterMs = 15 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

export type RateLimits = ReturnType<typeof createRateLimits>

export function createRateLimits(clock: Clock) {
  const windows = new Map<string, Window>()
  const overrides = new Map<string, Limits>()

  function open(key: string, lengthMs: number): Window {
    const now = clock.now()
    const known = windows.get(key)
    if (known && now < known.endsAt) return known
    const fresh = { used: 0, endsAt: now + lengthMs }
    windows.set(key, fresh)
    return fresh
  }

  return {
    /** Puts other limits in the place of an endpoint's published ones. */
    override(endpoint: string, limits: Limits): void {
      overrides.set(endpoint, limits)
      for (const key of windows.keys()) if (key.startsWith(`${endpoint}|`)) windows.delete(key)
    },

    /** Counts a call, and says where it leaves the caller. A call that is refused is not counted. */
    take(endpoint: string, published: Limits, caller: Caller): Standing {
      const limits = overrides.get(endpoint) ?? published
      const who = caller.kind === 'user' ? `user ${caller.accountId}` : 'app'
      const quarter =
        (caller.kind === 'user' ? limits.user : limits.app) ?? limits.app ?? limits.user
      const watched = [
        { header: 'x-rate-limit', limit: quarter, key: who, lengthMs: quarterMs, day: false },
        {
          header: 'x-app-limit-24hour',
          limit: limits.appDay,
          key: 'app',
          lengthMs: dayMs,
          day: true,
        },
        {
          header: 'x-user-limit-24hour',
          limit: caller.kind === 'user' ? limits.userDay : undefined,
          key: who,
          lengthMs: dayMs,
          day: true,
        },
      ].flatMap(({ limit, key, lengthMs, ...rest }) =>
        limit === undefined
          ? []
          : [
              {
                ...rest,
                limit,
                window: open(`${endpoint}|${caller.app.id}|${key}|${lengthMs}`, lengthMs),
              },
            ],
      )
      const full = watched.find(({ limit, window }) => window.used >= limit)
      if (!full) for (const { window } of watched) window.used++
      const headers = watched.flatMap(({ header, limit, window }) => [
        [`${header}-limit`, String(limit)],
        [`${header}-remaining`, String(Math.max(0, limit - window.used))],
        [`${header}-reset`, String(Math.ceil(window.endsAt / 1000))],
      ])
      return {
        allowed: full === undefined,
        dayIsUp: full?.day ?? false,
        headers: Object.fromEntries(headers) as Record<string, string>,
      }
    },
  }
}

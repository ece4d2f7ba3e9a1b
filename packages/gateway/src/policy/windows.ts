import { type Reserve } from './policy.js'

/** What limits have let through so far, in memory. Times never go back. */
export interface Windows {
  /** Reserves all or none; says which limit is in the way. */
  reserve(account: string, reserves: readonly Reserve[], at: number): Reserve | undefined
}

interface Window {
  readonly uses: Array<{ readonly at: number; readonly amount: number }>
  /** How many of them are over. */
  over: number
  used: number
}

export function createWindows(): Windows {
  const windows = new Map<string, Window>()

  function openWindow(account: string, { dimension, windowMs }: Reserve, at: number): Window {
    const key = `${account}\n${windowMs}\n${dimension}`
    const window = windows.get(key) ?? { uses: [], over: 0, used: 0 }
    windows.set(key, window)
    for (;;) {
      const oldest = window.uses[window.over]
      if (!oldest || oldest.at > at - windowMs) break
      window.used -= oldest.amount
      window.over += 1
    }
    // What is over is thrown away now and then: taking the first of a long list moves all others.
    if (window.over > 1_000) {
      window.uses.splice(0, window.over)
      window.over = 0
    }
    return window
  }

  return {
    reserve(account, reserves, at) {
      const opened = reserves.map((reserve) => ({
        reserve,
        window: openWindow(account, reserve, at),
      }))
      const full = opened.find(
        ({ reserve, window }) => !(window.used + reserve.amount <= reserve.max),
      )
      if (full) return full.reserve
      for (const { reserve, window } of new Map(opened.map((one) => [one.window, one])).values()) {
        window.uses.push({ at, amount: reserve.amount })
        window.used += reserve.amount
      }
      return undefined
    },
  }
}

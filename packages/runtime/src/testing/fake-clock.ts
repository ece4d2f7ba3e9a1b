import { type Clock } from '../clock.js'

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** Moves on, and calls whatever falls due on the way, in its order. */
  advance(ms: number): Promise<void>
  /** How many callbacks wait. */
  readonly waiting: number
}

export function createFakeClock(start = 0): FakeClock {
  let now = start
  let made = 0
  const timers = new Map<number, { at: number; callback: () => void }>()

  const nextDue = (until: number) =>
    [...timers]
      .filter(([, { at }]) => at <= until)
      .toSorted(([a, one], [b, other]) => one.at - other.at || a - b)[0]

  return {
    now: () => now,
    elapsed: () => now,
    after(ms, callback) {
      const id = ++made
      timers.set(id, { at: now + ms, callback })
      return { cancel: () => timers.delete(id), keepAlive: () => undefined }
    },
    async advance(ms) {
      // What has been set going may still be about to ask for a time.
      await settle()
      const until = now + ms
      for (let due = nextDue(until); due; due = nextDue(until)) {
        const [id, { at, callback }] = due
        timers.delete(id)
        now = at
        callback()
        await settle()
      }
      now = until
      await settle()
    },
    get waiting() {
      return timers.size
    },
  }
}

/** Lets promises run whose time has come, and those that they lead to. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}

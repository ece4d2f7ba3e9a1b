/** Time, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since 1970. It may be set, and jump. */
  now(): number
  /** Milliseconds since some moment. It only ever goes on. */
  elapsed(): number
  /** Calls back once after some milliseconds, unless it is cancelled before. */
  after(ms: number, callback: () => void): Timer
}

export interface Timer {
  cancel(): void
  /** Whether the process is to stay alive for it. It is, unless said otherwise. */
  keepAlive(yes: boolean): void
}

/** Timers take no more than this, and go off at once when asked to. */
const LONGEST = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, callback) {
    const due = performance.now() + ms
    let isKeptFor = true
    let timer: NodeJS.Timeout | number
    const arm = () => {
      const wait = Math.min(Math.ceil(due - performance.now()), LONGEST)
      // Node counts from when it last looked at the time, so a timer of a busy moment goes off too early.
      timer = setTimeout(() => (performance.now() < due ? arm() : callback()), wait)
      if (!isKeptFor) keep()
    }
    const keep = () => {
      // Browsers give a number, which keeps nothing alive.
      if (typeof timer === 'number') return
      if (isKeptFor) timer.ref()
      else timer.unref()
    }
    arm()
    return {
      cancel: () => clearTimeout(timer),
      keepAlive(yes) {
        isKeptFor = yes
        keep()
      },
    }
  },
}

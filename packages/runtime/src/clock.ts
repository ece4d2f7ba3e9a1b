/** Time, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once after some milliseconds, unless it is cancelled before. */
  after(ms: number, callback: () => void): Timer
}

export interface Timer {
  cancel(): void
  /** Whether the process is to stay alive for it. It is, unless said otherwise. */
  keepAlive(yes: boolean): void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    // Browsers give a number, which keeps nothing alive.
    const timer: NodeJS.Timeout | number = setTimeout(callback, ms)
    return {
      cancel: () => clearTimeout(timer),
      keepAlive(yes) {
        if (typeof timer === 'number') return
        if (yes) timer.ref()
        else timer.unref()
      },
    }
  },
}

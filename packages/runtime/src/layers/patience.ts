import { type Clock, type Timer } from '../clock.js'

/** Someone who waits, and what is done when the time is up. A place in a list, so that waiting costs no object of its own. */
export interface Waiter {
  /** By the clock that only goes on: whoever sets the other one must not keep anyone waiting. */
  readonly until: number
  waiting: boolean
  before: Waiter | undefined
  after: Waiter | undefined
  giveUp(): void
}

/** Waiting by any number of calls at once, each no longer than those who come after it. */
export interface Patience {
  wait(waiter: Waiter): void
  done(waiter: Waiter): void
}

/**
 * One timer for all who wait. Nobody gives up before those who came earlier, so a list in the order of arrival is in the
 * order of time: joining and leaving it costs a fraction of setting a timer and clearing it.
 */
export function createPatience(clock: Clock): Patience {
  let first: Waiter | undefined
  let last: Waiter | undefined
  let timer: Timer | undefined

  const leave = (waiter: Waiter) => {
    const { before, after } = waiter
    waiter.waiting = false
    if (before) before.after = after
    else first = after
    if (after) after.before = before
    else last = before
  }

  const arm = (wait: number) => {
    timer = clock.after(wait, () => {
      timer = undefined
      const now = clock.elapsed()
      while (first && first.until <= now) {
        const waiter = first
        leave(waiter)
        waiter.giveUp()
      }
      if (first && !timer) arm(first.until - now)
    })
  }

  return {
    wait(waiter) {
      const wasEmpty = first === undefined
      waiter.waiting = true
      waiter.before = last
      if (last) last.after = waiter
      else first = waiter
      last = waiter
      if (!timer) arm(Math.max(0, waiter.until - clock.elapsed()))
      else if (wasEmpty) timer.keepAlive(true)
    },
    done(waiter) {
      // Who has given up is told of the end all the same, when it comes at last.
      if (!waiter.waiting) return
      leave(waiter)
      // The timer runs on for the next one, but a process that has nothing else to do may end.
      if (first === undefined) timer?.keepAlive(false)
    },
  }
}

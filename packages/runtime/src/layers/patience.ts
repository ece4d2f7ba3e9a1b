import { type Clock, type Timer } from '../clock.js'

/** Someone who waits, and what is done when the time is up. */
export interface Waiter {
  /** By the clock that only goes on: whoever sets the other one must not keep anyone waiting. */
  readonly until: number
  readonly giveUp: () => void
  waiting: boolean
  before: Waiter | undefined
  after: Waiter | undefined
}

/** Waiting for at most so long, by any number of calls at once. */
export interface Patience {
  wait(giveUp: () => void): Waiter
  done(waiter: Waiter): void
}

/**
 * One timer for all who wait. Everyone waits equally long, so who came first gives up first, and a list in the order of
 * arrival is in the order of time: joining and leaving it costs a fraction of setting a timer and clearing it.
 */
export function createPatience(ms: number, clock: Clock): Patience {
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
    wait(giveUp) {
      const waiter: Waiter = {
        until: clock.elapsed() + ms,
        giveUp,
        waiting: true,
        before: last,
        after: undefined,
      }
      const wasEmpty = first === undefined
      if (last) last.after = waiter
      else first = waiter
      last = waiter
      if (!timer) arm(ms)
      else if (wasEmpty) timer.keepAlive(true)
      return waiter
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

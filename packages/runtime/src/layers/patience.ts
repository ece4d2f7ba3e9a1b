import { type Clock, type Timer } from '../clock.js'

/** Someone who waits: a place in a list, so that waiting costs no object of its own. */
export interface Waiter<Self> {
  /** By the clock that only goes on: whoever sets the other one must not keep anyone waiting. */
  readonly until: number
  waiting: boolean
  before: Self | undefined
  after: Self | undefined
}

/** Waiting by any number of calls at once, each no longer than those who come after it. */
export interface Patience<Who> {
  wait(waiter: Who): void
  done(waiter: Who): void
}

/**
 * One timer for all who wait. Nobody gives up before those who came earlier, so a list in the order of arrival is in the
 * order of time: joining and leaving it costs a fraction of setting a timer and clearing it.
 */
export function createPatience<Who extends Waiter<Who>>(
  clock: Clock,
  giveUp: (waiter: Who) => void,
): Patience<Who> {
  let first: Who | undefined
  let last: Who | undefined
  let timer: Timer | undefined

  const leave = (waiter: Who) => {
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
        giveUp(waiter)
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

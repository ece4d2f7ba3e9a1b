import { type Clock, type Timer } from '../clock.js'

/** Someone who waits: a place in a list, so that waiting costs no object of its own. */
export interface Waiter<Self> {
  /**
   * By the clock that only goes on: whoever sets the other one must not keep anyone waiting.
   * It is settled when it is first asked for.
   */
  until(): number
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
 * order of time: joining and leaving it costs a fraction of setting a timer and clearing it. No timer goes off before what runs
 * now has come to rest, so clock and timer are looked at only then, and whoever is done by then costs neither.
 */
export function createPatience<Who extends Waiter<Who>>(
  clock: Clock,
  giveUp: (waiter: Who) => void,
): Patience<Who> {
  let first: Who | undefined
  let last: Who | undefined
  /** The first whose time has not been settled; nor has that of those after it. */
  let untimed: Who | undefined
  let timer: Timer | undefined
  let isLooking = false

  const leave = (waiter: Who) => {
    const { before, after } = waiter
    waiter.waiting = false
    if (untimed === waiter) untimed = after
    if (before) before.after = after
    else first = after
    if (after) after.before = before
    else last = before
  }

  const arm = (wait: number) => {
    timer = clock.after(Math.max(0, wait), () => {
      timer = undefined
      const now = clock.elapsed()
      while (first && first.until() <= now) {
        const waiter = first
        leave(waiter)
        giveUp(waiter)
      }
      if (first && !timer) arm(first.until() - now)
    })
  }

  const look = () => {
    isLooking = false
    for (; untimed; untimed = untimed.after) untimed.until()
    if (first && !timer) arm(first.until() - clock.elapsed())
    // The timer runs on for the next one, but a process that has nothing else to do may end.
    else timer?.keepAlive(first !== undefined)
  }

  const lookSoon = () => {
    if (isLooking) return
    isLooking = true
    soon(look)
  }

  return {
    wait(waiter) {
      waiter.waiting = true
      waiter.before = last
      if (last) last.after = waiter
      else first = waiter
      last = waiter
      untimed ??= waiter
      lookSoon()
    },
    done(waiter) {
      // Who has given up is told of the end all the same, when it comes at last.
      if (!waiter.waiting) return
      leave(waiter)
      if (first === undefined) lookSoon()
    },
  }
}

/** When what runs now has come to rest. Browsers know no such moment; there it is a little later. */
const soon: (act: () => void) => void =
  typeof process === 'object' && typeof process.nextTick === 'function'
    ? (act) => process.nextTick(act)
    : (act) => setTimeout(act, 0)

/** The time of the simulated world, in milliseconds since 1970. */
export interface Clock {
  now(): number
  /** Runs `task` when `ms` of this clock's time have passed. The answer cancels it. */
  after(ms: number, task: () => void): () => void
}

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends Clock {
  /** Moves on by `ms`, running what falls due on the way in its order. */
  advance(ms: number): void
  /** Moves to a time that is not before the present one. */
  set(time: string | number): void
}

export function realClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, task) {
      const timer = setTimeout(task, ms)
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}

export function virtualClock(start: string | number): VirtualClock {
  let now = toTime(start)
  let waiting: Array<{ due: number; task: () => void }> = []

  function moveTo(time: number) {
    for (;;) {
      const next = waiting
        .filter(({ due }) => due <= time)
        .reduce<(typeof waiting)[number] | undefined>(
          (first, one) => (first === undefined || one.due < first.due ? one : first),
          undefined,
        )
      if (next === undefined) break
      waiting = waiting.filter((one) => one !== next)
      now = Math.max(now, next.due)
      next.task()
    }
    now = Math.max(now, time)
  }

  return {
    now: () => now,
    after(ms, task) {
      const entry = { due: now + ms, task }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((one) => one !== entry)
      }
    },
    advance: (ms) => moveTo(now + ms),
    set(time) {
      const target = toTime(time)
      if (target < now) throw new RangeError('the clock cannot go back: give a later time')
      moveTo(target)
    },
  }
}

function toTime(value: string | number): number {
  const time = typeof value === 'number' ? value : Date.parse(value)
  if (Number.isNaN(time)) throw new RangeError(`not a time: ${value}`)
  return time
}

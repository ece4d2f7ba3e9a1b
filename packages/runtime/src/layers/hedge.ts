import { checkNames, type NamesOf } from '../check-arguments.js'
import { systemClock, type Clock } from '../clock.js'
import { type CallContext, type DerivedContext } from '../context.js'
import { quietly } from '../quietly.js'
import {
  assertReading,
  assertUndecided,
  wrap,
  type Reading,
  type ReadingLayer,
  type Service,
} from '../service.js'
import { checkCount, checkMs } from './check-option.js'
import { createPatience, type Patience, type Waiter } from './patience.js'

export interface HedgeOptions {
  /** How long without an answer until another call is made beside the first. */
  readonly afterMs: number
  /** How many more calls at most; 1 where it is left out. */
  readonly times?: number
  readonly clock?: Clock
}

/**
 * Asks again beside a read that is slow, and takes the answer that comes first; the others are told to stop. A failure is left to
 * `retry`: only if all that are under way fail, the first failure surfaces. It fits only reads, and goes inside what decides.
 */
export function hedge(options: HedgeOptions): ReadingLayer {
  checkNames('hedge', options, NAMES)
  const { afterMs, times = 1, clock = systemClock } = options
  checkMs('hedge', 'afterMs', afterMs)
  checkCount('hedge', 'times', times)
  return <Req, Res, E extends Reading>(inner: Service<Req, Res, E>) => {
    assertReading(inner, 'hedge')
    assertUndecided(inner, 'hedge')
    const patience = createPatience<Start>(clock, ({ begin }) => begin())
    return wrap(
      inner,
      'hedge',
      (request: Req, ctx) =>
        new Promise<Res>((resolve, reject) => {
          const field = createField(patience, () => clock.elapsed() + afterMs)
          const start = (left: number) => {
            if (ctx.cancelled && !field.isEmpty()) return
            const own = ctx.derive()
            const work = inner.call(request, own)
            field.enter(own, work, left > 0 ? () => start(left - 1) : undefined)
            work.then(
              (value) => {
                if (field.win(own, ctx)) resolve(value)
              },
              (error: unknown) => {
                const last = field.lose(own, error)
                if (last) reject(last.error)
              },
            )
          }
          start(times)
        }),
    )
  }
}

const NAMES: NamesOf<HedgeOptions> = { afterMs: true, times: true, clock: true }

/** The calls that run against each other for one answer. */
function createField(patience: Patience<Start>, nextStart: () => number) {
  const running = new Map<DerivedContext, Promise<unknown>>()
  let next: Start | undefined
  let first: { readonly error: unknown } | undefined
  let isOver = false

  const stopWaiting = () => {
    if (next) patience.done(next)
    next = undefined
  }
  return {
    isEmpty: () => running.size === 0,
    enter(ctx: DerivedContext, work: Promise<unknown>, startNext: (() => void) | undefined): void {
      running.set(ctx, work)
      next = startNext && toStart(nextStart(), startNext)
      if (next) patience.wait(next)
    },
    /** Whether it was the first. */
    win(ctx: DerivedContext, { facts, logger }: CallContext): boolean {
      running.delete(ctx)
      ctx.release()
      if (isOver) return false
      isOver = true
      stopWaiting()
      for (const [slower, work] of running) {
        slower.cancel(new DOMException('another call was answered first', 'AbortError'))
        quietly(() => facts.onLate?.(work), logger)
      }
      return true
    },
    /** The failure to report, if none is left that could still be answered. */
    lose(ctx: DerivedContext, error: unknown): { readonly error: unknown } | undefined {
      running.delete(ctx)
      ctx.release()
      first ??= { error }
      if (isOver || running.size > 0) return undefined
      isOver = true
      stopWaiting()
      return first
    },
  }
}

/** Another call that is to begin when its time comes. */
interface Start extends Waiter<Start> {
  readonly begin: () => void
}

function toStart(until: number, begin: () => void): Start {
  return { until: () => until, begin, waiting: false, before: undefined, after: undefined }
}

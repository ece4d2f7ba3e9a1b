import { type ToolError } from '@armorer/core'
import { type Clock } from '../clock.js'
import { type DerivedContext } from '../context.js'
import { quietly } from '../quietly.js'
import { type Effects, type Service } from '../service.js'
import { createPatience, type Waiter } from './patience.js'

/** Calls a service until the end of a context made for it, which may not lie before an earlier call's. */
export type LimitedCall<Req, Res> = (request: Req, ctx: DerivedContext) => Promise<Res>

/**
 * What outlives its time is told through its signal, and not waited for. `explain` says why, by what the call may have done:
 * who was held back until then has done nothing.
 */
export function createLimitedCall<Req, Res>(
  inner: Service<Req, Res>,
  clock: Clock,
  explain: (effects: Effects) => ToolError,
): LimitedCall<Req, Res> {
  const patience = createPatience<Running<Res>>(clock, ({ ctx, work, reject }) => {
    const error = explain(ctx.heldBack ? 'none' : inner.effects)
    reject(error)
    ctx.cancel(error)
    quietly(() => ctx.facts.onLate?.(work), ctx.logger)
  })
  return (request, ctx) =>
    new Promise<Res>((resolve, reject) => {
      const call = new Running<Res>(ctx, reject)
      patience.wait(call)
      call.work = inner.call(request, ctx)
      call.work.then(
        (value) => {
          patience.done(call)
          ctx.release()
          resolve(value)
        },
        (error: unknown) => {
          patience.done(call)
          ctx.release()
          reject(error)
        },
      )
    })
}

const NEVER = new Promise<never>(() => undefined)

/** A call that waits: one object for the call and its place in the list, as there is one for every call. */
class Running<Res> implements Waiter<Running<Res>> {
  /** Of the inner call. */
  readonly ctx: DerivedContext
  readonly reject: (error: unknown) => void
  waiting = false
  before: Running<Res> | undefined = undefined
  after: Running<Res> | undefined = undefined
  work: Promise<Res> = NEVER

  constructor(ctx: DerivedContext, reject: (error: unknown) => void) {
    this.ctx = ctx
    this.reject = reject
  }

  until(): number {
    return this.ctx.until() ?? Infinity
  }
}

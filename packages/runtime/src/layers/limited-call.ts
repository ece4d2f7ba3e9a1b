import { type ToolError } from '@armorer/core'
import { type Clock } from '../clock.js'
import { type CallContext, type DerivedContext } from '../context.js'
import { quietly } from '../quietly.js'
import { type Effects, type Service } from '../service.js'
import { createPatience, type Waiter } from './patience.js'

/** Calls a service until a moment of the clock that only goes on, which may not lie before an earlier call's. */
export type LimitedCall<Req, Res> = (request: Req, ctx: CallContext, until: number) => Promise<Res>

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
  return (request, ctx, until) => {
    const call = new Running<Res>(ctx.deriveUntil(until, clock), until)
    const outcome = new Promise<Res>((resolve, reject) => {
      call.resolve = resolve
      call.reject = reject
    })
    patience.wait(call)
    call.work = inner.call(request, call.ctx)
    call.work.then(
      (value) => {
        patience.done(call)
        call.ctx.release()
        call.resolve(value)
      },
      (error: unknown) => {
        patience.done(call)
        call.ctx.release()
        call.reject(error)
      },
    )
    return outcome
  }
}

const NEVER = new Promise<never>(doNothing)

/** A call that waits: one object for the call, its place in the list and the ends of its promise, as there is one for every call. */
class Running<Res> implements Waiter<Running<Res>> {
  /** Of the inner call. */
  readonly ctx: DerivedContext
  readonly until: number
  waiting = false
  before: Running<Res> | undefined = undefined
  after: Running<Res> | undefined = undefined
  work: Promise<Res> = NEVER
  resolve: (value: Res) => void = doNothing
  reject: (error: unknown) => void = doNothing

  constructor(ctx: DerivedContext, until: number) {
    this.ctx = ctx
    this.until = until
  }
}

function doNothing(): void {
  // Replaced before anyone waits.
}

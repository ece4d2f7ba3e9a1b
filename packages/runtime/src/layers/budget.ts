import { createToolError, type ToolError, stop, stoppedBy } from '@armorer/core'
import { KINDS, type Amounts, type Budget, type Reservation } from '../budget.js'
import { checkNames, hasMethod, notTaken, type NamesOf } from '../check-arguments.js'
import { type CallContext } from '../context.js'
import { wrap, type Effects, type Service, type UniformLayer } from '../service.js'
import { isRefusal } from './is-refusal.js'
import { createLimitedCall } from './limited-call.js'

export interface BudgetLayerOptions<Req, Res> {
  /** The most that a call may cost beside being a call: set aside before it is made. */
  readonly reserve: (request: Req) => Amounts
  /** What it did cost. Where it is left out, and where a call fails, it cost what was set aside. */
  readonly settle?: (response: Res, request: Req) => Amounts
}

/**
 * Takes each call out of a budget, and refuses what it does not hold before it is made. What was refused further in, or left before
 * it began, cost nothing and is given back. A call that is under way when the budget's time is up is cut off.
 */
export function budget(from: Budget): UniformLayer
export function budget<Req, Res>(
  from: Budget,
  options: BudgetLayerOptions<Req, Res>,
): <E extends Effects>(inner: Service<Req, Res, E>) => Service<Req, Res, E>
export function budget<Req, Res>(from: Budget, options?: BudgetLayerOptions<Req, Res>) {
  if (!hasMethod(from, 'reserve')) throw notTaken('budget', 'what createBudget made', from)
  if (options) checkNames('budget', options, NAMES)
  const { reserve, settle } = options ?? {}
  return <E extends Effects>(inner: Service<Req, Res, E>): Service<Req, Res, E> => {
    const limited = createLimitedCall(inner, from.clock, cutOff)

    const failed = (reservation: Reservation, thrown: unknown, ctx: CallContext): never => {
      if (!ctx.begun && (isRefusal(thrown) || isLeft(thrown))) reservation.release()
      throw thrown
    }

    return wrap(inner, 'budget', (request: Req, ctx) => {
      const reservation = from.reserve(reserve ? toReserve(reserve(request)) : ONE_CALL)
      if (reservation instanceof Error) return Promise.reject(reservation)
      const until = from.endsAt()
      const work =
        until === undefined
          ? inner.call(request, ctx)
          : limited(request, ctx.deriveUntil(until, from.clock))
      return work.then(
        settle &&
          ((response) => {
            reservation.settle(costOf(() => settle(response, request)))
            return response
          }),
        (thrown: unknown) => failed(reservation, thrown, ctx),
      )
    })
  }
}

const NAMES: NamesOf<BudgetLayerOptions<never, never>> = { reserve: true, settle: true }

/** Its caller had gone before it began. */
function isLeft(thrown: unknown): boolean {
  return stoppedBy(thrown)?.kind === 'cancelled'
}

/** Who names a kind without a figure cannot put one on it. */
function toReserve(amounts: Amounts): Amounts {
  const unsaid = KINDS.find((kind) => kind in amounts && amounts[kind] === undefined)
  return unsaid ? { [unsaid]: Number.NaN } : { calls: 1, ...amounts }
}

const ONE_CALL: Amounts = Object.freeze({ calls: 1 })
const NOT_SAID: Amounts = Object.freeze({ calls: Number.NaN })

/** Who fails to say what it cost leaves it at what was set aside. */
function costOf(say: () => Amounts): Amounts {
  try {
    return { calls: 1, ...say() }
  } catch {
    return NOT_SAID
  }
}

function cutOff(effects: Effects): ToolError {
  const message = 'the time of its budget was up'
  if (effects === 'idempotent' || effects === 'write') {
    return stop({ kind: 'unknown' }, `${message}: whether it was done is not known`)
  }
  return createToolError({
    category: 'timeout',
    code: 'toolbox.budget_exceeded',
    retryable: false,
    message,
    details: { resource: 'timeMs' },
  })
}

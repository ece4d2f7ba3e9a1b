import { createToolError, type ToolError, stop } from '@armorer/core'
import { checkNames, type NamesOf } from './check-arguments.js'
import { systemClock, type Clock } from './clock.js'

/** What a budget counts. Money is in millionths of a dollar, so that sums stay whole. */
export type Resource = 'calls' | 'tokens' | 'microUsd'

/** So much of each; what is left out is none. */
export type Amounts = { readonly [Kind in Resource]?: number }

export interface BudgetLimits extends Amounts {
  /** From the first reservation on, by a clock that only goes on. */
  readonly timeMs?: number
}

export interface BudgetOptions {
  /** A budget that this one is part of: whatever is taken from this one is taken from that one too. */
  readonly within?: Budget
  /** That of the budget around where it is left out: their ends are compared. */
  readonly clock?: Clock
}

/** What may be used in all. Whatever costs something is reserved first and settled afterwards, so that no two can use the same rest. */
export interface Budget {
  /** By which its time is told. */
  readonly clock: Clock
  /** Takes all of it or nothing: from this budget and from every one around it. */
  reserve(amounts: Amounts): Reservation | ToolError
  /** What is settled or reserved so far. */
  used(): Required<Amounts>
  /** What may still be reserved, here and in every budget around; `Infinity` where nothing limits it. */
  left(): Required<Amounts>
  /** When time is up, by the clock that only goes on; `undefined` where nothing limits it, or nothing has begun. */
  endsAt(): number | undefined
}

/** A part of a budget that is set aside. The first word about it counts. */
export interface Reservation {
  /** What it came to in truth. More than was reserved is counted all the same, and leaves less for others. */
  settle(actual: Amounts): void
  /** Nothing was used. */
  release(): void
}

export const KINDS = ['calls', 'tokens', 'microUsd'] as const
const NOTHING: Amounts = Object.freeze({})

/** A budget for one run, one day, one customer: whoever holds it shares it. */
export function createBudget(limits: BudgetLimits, options: BudgetOptions = {}): Budget {
  checkNames('createBudget', limits, LIMITS)
  checkNames('createBudget', options, OPTIONS)
  checkLimits(limits)
  const { within, clock = within?.clock ?? systemClock } = options
  const used = { calls: 0, tokens: 0, microUsd: 0 }
  let end: number | undefined

  const add = ({ calls = 0, tokens = 0, microUsd = 0 }: Amounts, sign: 1 | -1) => {
    used.calls += sign * calls
    used.tokens += sign * tokens
    used.microUsd += sign * microUsd
  }
  // Written out, because a loop over the names costs more than the rest of the layer.
  const shortOf = ({ calls, tokens, microUsd }: Amounts) =>
    lacks('calls', calls, used.calls, limits.calls) ??
    lacks('tokens', tokens, used.tokens, limits.tokens) ??
    lacks('microUsd', microUsd, used.microUsd, limits.microUsd)
  /** The clock is read only where time is limited. */
  const isLate = (): ToolError | undefined => {
    if (limits.timeMs === undefined) return undefined
    const now = clock.elapsed()
    end ??= now + limits.timeMs
    return now >= end ? exceeded('timeMs', limits.timeMs, 'time is up') : undefined
  }

  return {
    clock,
    reserve(amounts) {
      const short = shortOf(amounts) ?? isLate()
      if (short) return short
      const outer = within?.reserve(amounts)
      if (outer instanceof Error) return outer
      add(amounts, 1)
      return new OpenReservation(amounts, add, outer)
    },
    used: () => ({ ...used }),
    left() {
      const around = within?.left()
      const leftOf = (kind: Resource) =>
        Math.max(0, Math.min((limits[kind] ?? Infinity) - used[kind], around?.[kind] ?? Infinity))
      return { calls: leftOf('calls'), tokens: leftOf('tokens'), microUsd: leftOf('microUsd') }
    },
    endsAt() {
      const outer = within?.endsAt()
      if (end === undefined || outer === undefined) return end ?? outer
      return Math.min(end, outer)
    },
  }
}

const LIMITS: NamesOf<BudgetLimits> = { calls: true, tokens: true, microUsd: true, timeMs: true }
const OPTIONS: NamesOf<BudgetOptions> = { within: true, clock: true }

/** A resource: what is set aside stays so until someone says what came of it. */
class OpenReservation implements Reservation {
  readonly #reserved: Amounts
  readonly #add: (amounts: Amounts, sign: 1 | -1) => void
  readonly #outer: Reservation | undefined
  #isOpen = true

  constructor(
    reserved: Amounts,
    add: (amounts: Amounts, sign: 1 | -1) => void,
    outer: Reservation | undefined,
  ) {
    this.#reserved = reserved
    this.#add = add
    this.#outer = outer
  }

  settle(actual: Amounts): void {
    // What is said to have cost no number cost what was set aside for it.
    this.#close(isAmount(actual) ? actual : this.#reserved)
  }

  release(): void {
    this.#close(NOTHING)
  }

  #close(actual: Amounts): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#add(this.#reserved, -1)
    this.#add(actual, 1)
    this.#outer?.settle(actual)
  }
}

function isAmount(amounts: Amounts): boolean {
  return KINDS.every((kind) => {
    const amount = amounts[kind]
    // Who names a kind without a figure has not said that it is none: a provider left its usage out.
    if (amount === undefined) return !(kind in amounts)
    return Number.isFinite(amount) && amount >= 0
  })
}

function lacks(
  kind: Resource,
  amount: number | undefined,
  used: number,
  limit = Infinity,
): ToolError | undefined {
  if (amount === undefined) return undefined
  // Without a limit infinity would fit; and when it is given back, no figure would be left.
  if (!(amount >= 0 && amount < Infinity)) return unknownAmount(kind, amount)
  if (used + amount <= limit) return undefined
  return exceeded(kind, limit, `${amount} more than the ${used} in use`)
}

function exceeded(resource: string, limit: number, why: string): ToolError {
  return stop(
    { kind: 'denied', rule: 'budget' },
    `the budget of ${limit} ${resource} does not hold it: ${why}`,
    { code: 'toolbox.budget_exceeded', details: { resource, limit } },
  )
}

/** What nobody can put a figure on cannot be afforded. */
function unknownAmount(kind: Resource, amount: number): ToolError {
  return stop(
    { kind: 'denied', rule: 'budget' },
    `nobody can say how many ${kind} it takes: ${amount}`,
    {
      code: 'toolbox.budget_exceeded',
      details: { resource: kind },
    },
  )
}

function checkLimits(limits: BudgetLimits): void {
  for (const kind of [...KINDS, 'timeMs'] as const) {
    const limit = limits[kind]
    if (limit === undefined || limit >= 0) continue
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_budget',
      message: `a budget takes ${kind} as a number from 0 on, not ${limit}`,
    })
  }
}

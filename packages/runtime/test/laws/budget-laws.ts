import { createBudget, type Amounts, type Budget } from '../../src/budget.js'
import { createContext } from '../../src/create-context.js'
import { budget } from '../../src/layers/budget.js'
import { service } from '../../src/service.js'
import { randomFrom } from './random-from.js'
import { type Trial } from './runtime-laws.js'

const LIMITS = { calls: 40, tokens: 1_000, microUsd: 5_000 } as const
const KINDS = ['calls', 'tokens', 'microUsd'] as const

interface Cost {
  readonly reserved: Amounts
  readonly actual: Amounts
  readonly fails: boolean
}

/**
 * L3: whatever runs at once, and however budgets nest, no more is used than a budget holds, and what is used is the sum of what
 * the calls cost. Returns how many calls were refused.
 */
export async function budgetsHold({ runs, seed }: Trial): Promise<number> {
  const random = randomFrom(seed)
  let refused = 0
  for (let done = 0; done < runs; done += 100) {
    const run = createBudget(LIMITS)
    const budgets = [
      run,
      createBudget({ calls: 15, tokens: 400 }, { within: run }),
      createBudget({ microUsd: 2_000 }, { within: createBudget({ calls: 30 }, { within: run }) }),
    ]
    const calls = budgets.map((from) => chargedBy(from, random, () => check(run)))
    const spent = { calls: 0, tokens: 0, microUsd: 0 }
    await Promise.all(
      Array.from({ length: Math.min(100, runs - done) }, async () => {
        const cost = randomCost(random)
        const call = calls[Math.floor(random() * calls.length)]
        const code = await call?.(cost)
        if (code === 'toolbox.budget_exceeded') refused += 1
        else add(spent, cost.fails ? cost.reserved : cost.actual)
      }),
    )
    check(run)
    for (const kind of KINDS) {
      if (run.used()[kind] !== spent[kind])
        throw new Error(`${run.used()[kind]} ${kind} are said to be used, ${spent[kind]} are`)
    }
  }
  return refused
}

/** A call that costs what it is told to, after a while; the code of what went wrong comes out. */
function chargedBy(from: Budget, random: () => number, look: () => void) {
  const stack = service(async ({ fails }: Cost) => {
    look()
    const turns = Math.floor(random() * 4)
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    if (fails) throw new Error('failed')
  }).layer(
    budget(from, { reserve: ({ reserved }: Cost) => reserved, settle: (_, { actual }) => actual }),
  )
  return (cost: Cost) =>
    stack.call(cost, createContext()).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
}

function check(run: Budget): void {
  const used = run.used()
  for (const kind of KINDS) {
    if (used[kind] > LIMITS[kind])
      throw new Error(`${used[kind]} of ${LIMITS[kind]} ${kind} in use`)
    if (used[kind] < 0) throw new Error(`less than no ${kind} in use`)
  }
}

function randomCost(random: () => number): Cost {
  const tokens = Math.floor(random() * 60)
  const microUsd = Math.floor(random() * 300)
  const part = random()
  return {
    reserved: { calls: 1, tokens, microUsd },
    actual: { calls: 1, tokens: Math.floor(tokens * part), microUsd: Math.floor(microUsd * part) },
    fails: random() < 0.2,
  }
}

function add(sum: { calls: number; tokens: number; microUsd: number }, cost: Amounts): void {
  for (const kind of KINDS) sum[kind] += cost[kind] ?? 0
}

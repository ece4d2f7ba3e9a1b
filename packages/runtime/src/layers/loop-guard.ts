import { type ToolError, stop } from '@armorer/core'
import { checkNames, hasMethod, notTaken, type NamesOf } from '../check-arguments.js'
import { type CallContext } from '../context.js'
import { wrap, type UniformLayer } from '../service.js'
import { callKey } from './call-key.js'
import { checkCount } from './check-option.js'

export interface LoopHistoryOptions {
  /** How often the same calls may follow each other; 3 where it is left out. The next time is refused. */
  readonly times?: number
  /** How many different calls in turn count as one round: 1 finds repeats, 2, where it is left out, also to and fro. */
  readonly maxPeriod?: number
  /** How many runs are remembered; 1,000 where it is left out. The run that has been quiet longest is forgotten first. */
  readonly maxRuns?: number
}

/** What the runs called last. Tools that share one are watched together. */
export interface LoopHistory {
  /** How many calls make up the round that this one would repeat once too often; 0 where it repeats none. It is remembered in any case. */
  next(run: string, call: string): number
}

export function createLoopHistory(options: LoopHistoryOptions = {}): LoopHistory {
  checkNames('createLoopHistory', options, NAMES)
  const { times = 3, maxPeriod = 2, maxRuns = 1_000 } = options
  checkCount('createLoopHistory', 'times', times)
  checkCount('createLoopHistory', 'maxPeriod', maxPeriod)
  checkCount('createLoopHistory', 'maxRuns', maxRuns)
  const runs = new Map<string, readonly string[]>()
  return {
    next(run, call) {
      const calls = [...(runs.get(run) ?? []), call].slice(-(times * maxPeriod + 1))
      runs.delete(run)
      runs.set(run, calls)
      const [oldest] = runs.keys()
      if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
      return findPeriod(calls, times, maxPeriod)
    },
  }
}

const NAMES: NamesOf<LoopHistoryOptions> = { times: true, maxPeriod: true, maxRuns: true }

/** Refuses the call by which an agent goes on in circles: the same again and again, or the same few in turn. */
export function loopGuard(history: LoopHistory): UniformLayer {
  if (!hasMethod(history, 'next'))
    throw notTaken('loopGuard', 'what createLoopHistory made', history)
  return (inner) =>
    wrap(inner, 'loopGuard', (request, ctx) => {
      const name = ctx.tool?.id ?? inner.names.at(-1) ?? ''
      const key = callKey(request, ctx)
      // What has no one text cannot be told to be the same.
      if (key === undefined) return inner.call(request, ctx)
      const period = history.next(runOf(ctx), `${name} ${key}`)
      return period === 0 ? inner.call(request, ctx) : Promise.reject(inCircles(name, period))
    })
}

function runOf({ runId, facts }: CallContext): string {
  return runId ?? `of ${facts.principal?.kind ?? ''} ${facts.principal?.id ?? ''}`
}

/** The length of the round that the last call goes on with after `times` whole rounds; 0 where there is none. */
function findPeriod(calls: readonly string[], times: number, maxPeriod: number): number {
  for (let period = 1; period <= maxPeriod; period++) {
    const first = calls.length - 1 - times * period
    if (first < 0) return 0
    const repeats = (index: number) => calls[index] === calls[index + period]
    let index = first
    while (index + period < calls.length && repeats(index)) index += 1
    if (index + period === calls.length) return period
  }
  return 0
}

function inCircles(name: string, period: number): ToolError {
  const what = period === 1 ? 'the same call' : `the same ${period} calls in turn`
  return stop(
    { kind: 'denied', rule: 'loop' },
    `${name}: ${what} again and again brings nothing new; try something else`,
    { code: 'toolbox.loop', details: { period } },
  )
}

import { z } from 'zod'
import { digest } from '@armorer/core'
import {
  budget,
  cache,
  circuitBreaker,
  concurrency,
  createBudget,
  createContext,
  createTool,
  loadShed,
  metrics,
  rateLimit,
  retry,
  service,
  timeout,
} from '@armorer/runtime'
import { type Benchmark, type Subject } from '../benchmark.js'

const input = z.object({
  city: z.string(),
  days: z.number().int(),
  units: z.enum(['metric', 'imperial']),
})
const args = { city: 'Vienna', days: 3, units: 'metric' } as const
const tool = createTool({
  name: 'weather',
  description: 'The weather in a city.',
  input,
  risk: { effects: 'read' },
  run: async ({ city, days }) => ({ city, days, sunny: true }),
})
const plenty = { calls: Number.MAX_SAFE_INTEGER, tokens: Number.MAX_SAFE_INTEGER }
// A rate that is never reached, with a window that is full after the first round.
const wide = { max: 1_000, perMs: 1e-9 }
const eight = tool
  .layer(timeout(5_000))
  .layer(retry())
  .layer(circuitBreaker())
  .layer(rateLimit(wide))
  .layer(budget(createBudget(plenty)))
  .layer(concurrency(8))
  .layer(loadShed(64))
  .layer(metrics(() => undefined))
const cached = service(async ({ city }: typeof args) => city, { effects: 'read' }).layer(
  cache({ ttlMs: 2 ** 31 }),
)
const ctx = createContext()
const told = { kind: 'progress', done: 1 }
const telling = createTool({
  name: 'weather',
  description: 'The weather in a city.',
  input,
  risk: { effects: 'read' },
  async run({ city, days }, { dispatch }) {
    void dispatch(told)
    return { city, days, sunny: true }
  },
})
const bare: Subject = { name: 'a validated call without layers', run: repeat(() => tool(args)) }

/** What a layer adds to a validated call when it has nothing to do: at most as much again. */
export const benchmarks: Benchmark[] = [
  race('layer.timeout', 2, tool.layer(timeout(5_000))),
  race('layer.retry', 2, tool.layer(retry())),
  race('layer.budget', 2, tool.layer(budget(createBudget(plenty)))),
  race('layer.breaker', 2, tool.layer(circuitBreaker())),
  race('layer.rate-limit', 2, tool.layer(rateLimit(wide))),
  race('layers.eight', 8, eight),
  // A tool that tells how it goes, and nobody who listens.
  race('events.off', 1.1, telling),
  {
    kind: 'race',
    id: 'cache.hit',
    goal: 1.3,
    limit: { name: 'digest(input)', run: repeat(async () => digest(args)) },
    ours: { name: 'ours', run: repeat(() => cached.call(args, ctx)) },
    peers: [],
  },
]

function race(id: string, goal: number, ours: typeof tool): Benchmark {
  return {
    kind: 'race',
    id,
    goal,
    limit: bare,
    ours: { name: 'ours', run: repeat(() => ours(args)) },
    peers: [],
  }
}

function repeat(act: () => Promise<unknown>): Subject['run'] {
  return async (times) => {
    for (let time = 0; time < times; time++) await act()
  }
}

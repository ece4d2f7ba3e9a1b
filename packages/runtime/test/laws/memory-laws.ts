import { z } from 'zod'
import { createBudget } from '../../src/budget.js'
import { type CallFacts } from '../../src/context.js'
import { createTool } from '../../src/create-tool.js'
import { budget } from '../../src/layers/budget.js'
import { cache } from '../../src/layers/cache.js'
import { circuitBreaker } from '../../src/layers/circuit-breaker.js'
import { concurrency } from '../../src/layers/concurrency.js'
import { dedupe } from '../../src/layers/dedupe.js'
import { fallback } from '../../src/layers/fallback.js'
import { hedge } from '../../src/layers/hedge.js'
import { loadShed } from '../../src/layers/load-shed.js'
import { createLoopHistory, loopGuard } from '../../src/layers/loop-guard.js'
import { metrics } from '../../src/layers/metrics.js'
import { rateLimit } from '../../src/layers/rate-limit.js'
import { retry } from '../../src/layers/retry.js'
import { timeout } from '../../src/layers/timeout.js'
import { truncateOutput } from '../../src/layers/truncate-output.js'
import { createOutputStore } from '../../src/output-store.js'
import { createToolbox } from '../../src/runner.js'
import { service } from '../../src/service.js'

/**
 * Calls through every layer at once, each with a question, a run, a caller and an account of its own, so that nothing is ever asked
 * twice and all that remembers is filled; some fail. Returns the heap in use after each tenth, in bytes.
 */
export async function heapOverCalls(runs: number, collect: () => void): Promise<number[]> {
  const toolbox = createToolbox([fullStack()])
  const heaps: number[] = []
  const batch = 100
  const tenth = Math.max(batch, Math.floor(runs / 10))
  for (let made = 0; made < runs; made += batch) {
    await Promise.all(
      Array.from({ length: batch }, (_, index) =>
        toolbox.execute(
          { id: `c${made + index}`, name: 'full', arguments: { n: made + index } },
          factsOf(made + index),
        ),
      ),
    )
    if ((made + batch) % tenth === 0) {
      collect()
      heaps.push(process.memoryUsage().heapUsed)
    }
  }
  await toolbox.drain()
  return heaps
}

function fullStack() {
  return createTool({
    name: 'full',
    description: 'Full.',
    input: z.object({ n: z.number() }),
    risk: { effects: 'read' },
    async run({ n }, { dispatch }) {
      await dispatch({ kind: 'progress', done: n })
      if (n % 17 === 0) throw new Error(`failed ${n}`)
      return { n, text: 'x'.repeat(200) }
    },
  })
    .layer(timeout(60_000))
    .layer(retry({ times: 1, delayMs: () => 0 }))
    .layer(circuitBreaker({ failures: 1_000_000 }))
    .layer(hedge({ afterMs: 30_000 }))
    .layer(fallback(service(async () => ({ n: -1, text: 'spare' }), { effects: 'none' })))
    .layer(dedupe())
    .layer(cache({ ttlMs: 60_000, maxEntries: 500 }))
    .layer(truncateOutput({ maxBytes: 100, store: createOutputStore({ maxEntries: 50 }) }))
    .layer(
      rateLimit({
        max: 1_000,
        perMs: 0.001,
        by: (_, { facts }) => facts.account ?? '',
        maxKeys: 500,
      }),
    )
    .layer(loopGuard(createLoopHistory({ maxRuns: 500 })))
    .layer(budget(createBudget({ timeMs: 2 ** 30 })))
    .layer(concurrency(50))
    .layer(loadShed(1_000))
    .layer(metrics(() => undefined))
}

function factsOf(n: number): CallFacts {
  return {
    runId: `run${n}`,
    account: `account${n}`,
    principal: { kind: 'agent', id: `agent${n}` },
    onEvent: () => undefined,
  }
}

import {
  budget,
  cache,
  circuitBreaker,
  concurrency,
  createBudget,
  createTool,
  dedupe,
  hedge,
  rateLimit,
  retry,
  timeout,
  type AnyTool,
  type UniformLayer,
} from '@armorer/runtime'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createGateway, effectOf, gated, type Gateway, type Look } from '../src/index.js'
import { openSqlite } from '../src/sqlite/index.js'
import { AGENT, ALLOW_ALL, handClock, TIMES } from './harness/small-world.js'

const CALLER = { account: 'alice', principal: AGENT }
const TWINS = 8

describe('all 720 orders of layers around a gated write', () => {
  test('send once for twins, and once where an answer is lost', { timeout: 120_000 }, async () => {
    const orders = permutations([
      'timeout',
      'concurrency',
      'rateLimit',
      'breaker',
      'budget',
      'gate',
    ])
    expect(orders).toHaveLength(720)
    for (const order of orders) await expectOnceThrough(order)
  })

  test('are refused when the tool is made, where one of them may call twice', () => {
    const orders = permutations(['timeout', 'retry', 'hedge', 'cache', 'dedupe', 'gate'])
    const { gateway } = createWorld()
    const accepted = orders.filter((order) => isAccepted(order, gateway))

    expect(orders).toHaveLength(720)
    expect(accepted).toEqual([])
  })
})

async function expectOnceThrough(order: readonly string[]): Promise<void> {
  const { gateway, post, far, clock } = createWorld()
  const tool = layered(post, order, gateway)
  const twins = await Promise.all(
    Array.from({ length: TWINS }, () => tool.execute({ arguments: '{"text":"twin"}' }, CALLER)),
  )
  const kinds = new Set(twins.map(({ kind }) => kind))
  far.dropNext = true
  const lost = await tool.execute({ arguments: '{"text":"lost"}' }, CALLER)
  clock.advance(TIMES.settle)
  await gateway.reconcile()
  const again = await tool.execute({ arguments: '{"text":"lost"}' }, CALLER)

  const name = order.join(' › ')
  expect(far.posts, name).toEqual(['twin', 'lost'])
  expect([...kinds].toSorted(), name).toEqual(['done', 'duplicate'])
  expect(lost.kind, name).toBe('unknown')
  expect(again, name).toMatchObject({ kind: 'duplicate', value: { id: '2' } })
  await gateway.close()
}

function isAccepted(order: readonly string[], gateway: Gateway): boolean {
  try {
    layered(createWorld().post, order, gateway)
    return true
  } catch {
    return false
  }
}

function createWorld() {
  const far = { posts: [] as string[], dropNext: false }
  const clock = handClock()
  const post: AnyTool = createTool({
    name: 'post',
    description: 'Posts a text.',
    input: z.object({ text: z.string() }),
    output: z.object({ id: z.string() }),
    risk: { effects: 'write' },
    run({ text }) {
      const id = String(far.posts.push(text))
      if (!far.dropNext) return { id }
      far.dropNext = false
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    },
    reconcile({ text }): Look {
      const index = far.posts.indexOf(text)
      return index < 0 ? { kind: 'absent' } : { kind: 'applied', value: { id: String(index + 1) } }
    },
  })
  const gateway = createGateway({
    breakers: false,
    store: openSqlite(':memory:', { clock, times: TIMES }),
    clock,
    times: TIMES,
    effects: [effectOf(post)],
    policy: ALLOW_ALL,
  })
  return { far, clock, post, gateway }
}

/** What may call twice does not fit around a write; here it is put there past the compiler. */
function layered(tool: AnyTool, order: readonly string[], gateway: Gateway): AnyTool {
  const layers: Readonly<Record<string, () => unknown>> = {
    timeout: () => timeout(10_000),
    concurrency: () => concurrency(4),
    rateLimit: () => rateLimit({ max: 1_000, perMs: 1_000 }),
    breaker: () => circuitBreaker({ failures: 1_000 }),
    budget: () => budget(createBudget({ calls: 1_000 })),
    retry: () => retry({ times: 2 }),
    hedge: () => hedge({ afterMs: 1 }),
    cache: () => cache({ ttlMs: 1_000 }),
    dedupe: () => dedupe(),
    gate: () => gated(gateway),
  }
  return order.reduce((inner, name) => inner.layer(layers[name]?.() as UniformLayer), tool)
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

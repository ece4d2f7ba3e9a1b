import { allow } from '@armorer/core'
import { expect, test } from 'vitest'
import { createTool } from '../src/create-tool.js'
import { layerStack } from '../src/layer-stack.js'
import { approval } from '../src/layers/approval.js'
import { budget } from '../src/layers/budget.js'
import { cache } from '../src/layers/cache.js'
import { circuitBreaker } from '../src/layers/circuit-breaker.js'
import { concurrency } from '../src/layers/concurrency.js'
import { dedupe } from '../src/layers/dedupe.js'
import { fallback } from '../src/layers/fallback.js'
import { hedge } from '../src/layers/hedge.js'
import { loadShed } from '../src/layers/load-shed.js'
import { rateLimit } from '../src/layers/rate-limit.js'
import { retry } from '../src/layers/retry.js'
import { timeout } from '../src/layers/timeout.js'
import { createBudget } from '../src/budget.js'
import { service, type UniformLayer, wrap } from '../src/service.js'
import { readTool, writeTool } from './small-tools.js'

const spare = service(async () => 'spare', { effects: 'none' })
/** Past the compiler on purpose: what it would refuse must be refused where the layer is applied. */
const unsafe = {
  retry: retry(),
  hedge: hedge({ afterMs: 1 }),
  cache: cache({ ttlMs: 1 }),
  dedupe: dedupe(),
  fallback: fallback(spare),
} as unknown as Record<string, UniformLayer>
const safe: Record<string, UniformLayer> = {
  timeout: timeout(1_000),
  concurrency: concurrency(1),
  circuitBreaker: circuitBreaker(),
  rateLimit: rateLimit({ max: 1, perMs: 1 }),
  budget: budget(createBudget({})),
  loadShed: loadShed(1),
  approval: approval(() => allow),
}

test.each(Object.entries(unsafe))(
  '%s does not go around a write, whatever lies between',
  (_, layer) => {
    const refusal = /must not run twice|is for reads/
    expect(() => writeTool(() => 1).layer(layer)).toThrow(refusal)
    for (const between of Object.values(safe)) {
      expect(() =>
        writeTool(() => 1)
          .layer(between)
          .layer(layer),
      ).toThrow(refusal)
      expect(() => writeTool(() => 1).layer(layerStack(between, layer))).toThrow(refusal)
    }
    const silent = createTool({ name: 's', description: 'Says nothing of itself.', run: () => 1 })
    expect(() => silent.layer(layer)).toThrow(refusal)
  },
)

test.each(['hedge', 'cache', 'dedupe', 'fallback'])(
  '%s stays inside what decides, so that no call passes undecided',
  (name) => {
    const layer = unsafe[name] as UniformLayer
    const decided = readTool(() => 1).layer(safe['approval'] as UniformLayer)
    expect(() => decided.layer(layer)).toThrow('put it inside what decides')
    expect(() => decided.layer(timeout(1)).layer(layer)).toThrow('put it inside what decides')
    expect(
      readTool(() => 1)
        .layer(layer)
        .layer(safe['approval'] as UniformLayer)
        .stack()[0],
    ).toBe('approval')
  },
)

test('a layer that hides what it is around is refused', () => {
  const liar = ((inner: Parameters<UniformLayer>[0]) => ({
    ...wrap(inner, 'liar', (request, ctx) => inner.call(request, ctx)),
    effects: 'read',
  })) as unknown as UniformLayer
  expect(() => writeTool(() => 1).layer(liar)).toThrow('says read, where there is write')
  expect(() => service(async () => 1).layer(liar)).toThrow('says read, where there is write')
  expect(() => writeTool(() => 1).layer(layerStack(timeout(1), liar))).toThrow('says read')
})

test('a layer that hides that something decides is refused', () => {
  const liar = ((inner: Parameters<UniformLayer>[0]) => ({
    ...wrap(inner, 'liar', (request, ctx) => inner.call(request, ctx)),
    decides: false,
  })) as unknown as UniformLayer
  const decided = readTool(() => 1).layer(safe['approval'] as UniformLayer)
  expect(() => decided.layer(liar)).toThrow('says that nothing decides')
  expect(
    readTool(() => 1)
      .layer(liar)
      .stack()[0],
  ).toBe('liar')
})

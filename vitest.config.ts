import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@armorer/source'] },
  ssr: { resolve: { conditions: ['@armorer/source'], externalConditions: ['@armorer/source'] } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'apps/**/test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One core is not kept free: what starts processes waits for them most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@armorer/source'] },
  ssr: { resolve: { conditions: ['@armorer/source'], externalConditions: ['@armorer/source'] } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One core is not kept free: what starts processes waits for them most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'library',
          include: [
            'test/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'apps/x-simulator/test/**/*.test.ts',
          ],
          // One process after another would load the same modules anew for each file, which takes a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        // What guards the way to X is one for a process and cannot be undone, so each file has a process of its own.
        test: { name: 'tuitbot', include: ['apps/tuitbot/*/test/**/*.test.ts'] },
      },
    ],
  },
})

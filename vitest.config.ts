import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@armorer/source'] },
  ssr: { resolve: { conditions: ['@armorer/source'], externalConditions: ['@armorer/source'] } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'apps/**/test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'], externalConditions: ['source'] } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'apps/**/test/**/*.test.ts'],
    // It knows a condition `source` as well, and Node does not take TypeScript from there.
    server: { deps: { inline: ['@modelcontextprotocol/client', /\/eventsource/] } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

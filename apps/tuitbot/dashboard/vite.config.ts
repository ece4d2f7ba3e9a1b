import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

// oxlint-disable-next-line import/no-default-export -- Vite asks for one.
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@armorer/source', ...defaultClientConditions] },
  build: {
    // The policy of the page allows no inline script, and every browser that is answered knows how to preload.
    modulePreload: { polyfill: false },
    // Older ones know no `light-dark()`.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001', '/login': 'http://127.0.0.1:3001' } },
})

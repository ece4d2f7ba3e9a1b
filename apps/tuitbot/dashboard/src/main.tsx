import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.js'
import { Notices } from './components/notices.js'
import { toProblem } from './lib/problem.js'

const MOST_RETRIES = 2

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Only what had no answer may have one the next time.
      retry: (count, error) => count < MOST_RETRIES && toProblem(error).code === 'unreachable',
      // The server says when something has changed.
      staleTime: 30_000,
    },
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Notices>
        <App />
      </Notices>
    </QueryClientProvider>
  </StrictMode>,
)

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export type Liveness = 'connecting' | 'live' | 'lost'

const RETRY_MS = 2_000

/** Asks for everything again whenever the server says that something has changed. */
export function useLive(): Liveness {
  const client = useQueryClient()
  const [liveness, setLiveness] = useState<Liveness>('connecting')
  useEffect(() => listen(client, setLiveness), [client])
  return liveness
}

function listen(client: QueryClient, tell: (liveness: Liveness) => void): () => void {
  let source: EventSource
  let timer: number | undefined
  const refresh = () => void client.invalidateQueries()
  const open = () => {
    source = new EventSource('/api/events')
    source.addEventListener('open', () => tell('live'))
    source.addEventListener('changed', refresh)
    source.addEventListener('error', () => {
      tell('lost')
      // Perhaps the session is over: asking again tells.
      refresh()
      // A browser comes back by itself after a lost connection, but not after a refusal.
      if (source.readyState !== EventSource.CLOSED) return
      timer = window.setTimeout(open, RETRY_MS)
    })
  }
  open()
  return () => {
    window.clearTimeout(timer)
    source.close()
  }
}

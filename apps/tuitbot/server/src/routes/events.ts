import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { type ChangeFeed } from '../change-feed.js'
import { type Login } from '../login.js'
import { readSession } from '../session-cookie.js'

const HEARTBEAT_MS = 15_000

/** Tells the page that something has changed, so that it asks again. It ends with the session. */
export function eventRoutes(feed: ChangeFeed, login: Login, heartbeatMs = HEARTBEAT_MS) {
  return new Hono().get('/', (c) => {
    const session = readSession(c)
    const lastSeen = c.req.header('last-event-id')
    return streamSSE(c, async (stream) => {
      const bell = createBell()
      stream.onAbort(bell.ring)
      const leave = feed.subscribe(bell.ring)
      try {
        let told = lastSeen
        while (!stream.aborted && (await login.isStillOpen(session))) {
          told = await tell(stream, feed.id(), told)
          await bell.wait(heartbeatMs)
        }
      } finally {
        leave()
      }
    })
  })
}

async function tell(stream: SSEStreamingApi, id: string, told: string | undefined) {
  if (id === told) await stream.write(': still here\n\n')
  else await stream.writeSSE({ event: 'changed', id, data: '{}' })
  return id
}

/** Waits until it is rung, and not longer than told. A ring before the wait counts. */
function createBell() {
  let rung = false
  let wake: () => void = () => undefined
  return {
    ring: () => {
      rung = true
      wake()
    },
    async wait(ms: number) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    },
  }
}

import { randomBytes } from 'node:crypto'
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type Server,
} from '@modelcontextprotocol/server'
import { createKeptEvents } from './kept-events.js'
import { refusal } from './refusal.js'

export interface SessionLimits {
  /** Unused for so long a session ends. Half an hour unless given. */
  readonly idleMs?: number
  /** Of all callers together; the longest unused gives way. 1,000 unless given. */
  readonly most?: number
  /** How often a stream on which nothing is said shows that it is alive. 15 seconds unless given. */
  readonly keepAliveMs?: number
}

export const KEEP_ALIVE_MS = 15_000

interface Session {
  readonly caller: string
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  usedAt: number
}

/** A request of a client from before 2026, and whose it is. */
export interface SessionRequest {
  readonly request: Request
  readonly caller: string
  /** Absent for GET and DELETE. */
  readonly message?: object
  readonly authInfo?: AuthInfo
}

export interface Sessions {
  serve(asked: SessionRequest): Promise<Response>
  close(): Promise<void>
}

/** Serves clients from before 2026, who open a session first. It belongs to whoever opened it, and authenticates nobody. */
export function createSessions(
  makeServer: () => Server,
  { idleMs = 30 * 60 * 1000, most = 1_000, keepAliveMs = KEEP_ALIVE_MS }: SessionLimits,
  now: () => number,
): Sessions {
  // In the order of their last use.
  const sessions = new Map<string, Session>()

  const end = async (id: string) => {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.server.close()
  }
  const sweep = async () => {
    for (const [id, { usedAt }] of sessions) {
      if (sessions.size < most && usedAt + idleMs > now()) return
      await end(id)
    }
  }
  const find = (id: string, caller: string): Session | undefined => {
    const session = sessions.get(id)
    if (!session || session.caller !== caller || session.usedAt + idleMs <= now()) return undefined
    session.usedAt = now()
    sessions.delete(id)
    sessions.set(id, session)
    return session
  }
  const open = async (caller: string) => {
    await sweep()
    const server = makeServer()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(24).toString('base64url'),
      eventStore: createKeptEvents(),
      keepAliveMs,
      onsessioninitialized: (id) =>
        void sessions.set(id, { caller, server, transport, usedAt: now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await server.connect(transport)
    return transport
  }

  return {
    async serve({ request, caller, message, authInfo }) {
      const id = request.headers.get('mcp-session-id')
      const options = { ...(message && { parsedBody: message }), ...(authInfo && { authInfo }) }
      if (id !== null) {
        const session = find(id, caller)
        if (session) return session.transport.handleRequest(request, options)
        return refusal(404, 'there is no such session', { code: -32_001 })
      }
      if (!message) return refusal(405, 'open a session first', { headers: { allow: 'POST' } })
      if (!isInitializeRequest(message)) return refusal(400, 'open a session first')
      return (await open(caller)).handleRequest(request, options)
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end))
    },
  }
}

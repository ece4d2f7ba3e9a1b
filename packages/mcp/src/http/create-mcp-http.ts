import { type Toolbox } from '@armorer/runtime'
import { createMcpHandler, isLegacyRequest, type AuthInfo } from '@modelcontextprotocol/server'
import { checkServerOptions, type MoreNames } from '../check-server-options.js'
import { createMcpParts } from '../create-mcp-server.js'
import { type McpServerOptions } from '../mcp-server-options.js'
import { admit, listening } from './admit.js'
import { createBearer, type BearerOptions } from './bearer.js'
import { createAddressGuard, isListed, type AddressOptions } from './guard-addresses.js'
import { readBody } from './read-body.js'
import { createHeaderGuard, isParameterHeader } from './parameter-headers.js'
import { refusal } from './refusal.js'
import { createSessions, KEEP_ALIVE_MS, type SessionLimits } from './sessions.js'
import { createTraffic, type TrafficLimits } from './traffic.js'

export interface McpHttpOptions extends McpServerOptions, AddressOptions {
  /** Who may ask. Left out, everyone who can reach this server may: leave it out on the own machine only. */
  readonly auth?: BearerOptions
  readonly limits?: TrafficLimits &
    SessionLimits & { readonly maxBytes?: number; readonly bodyMs?: number }
  readonly now?: () => number
}

export interface McpHttp {
  /** Answers one request. It can be mounted wherever web requests are answered, such as in Hono. */
  readonly fetch: (request: Request) => Promise<Response>
  close(): Promise<void>
}

/** Serves a toolbox over Streamable HTTP, in whichever revision of the protocol a client speaks. */
export function createMcpHttp(toolbox: Toolbox, options: McpHttpOptions): McpHttp {
  checkServerOptions('createMcpHttp', { toolbox, options }, HTTP_NAMES)
  return serveRequests(toolbox, options)
}

/** Names that HTTP takes beside those of every server. */
export const HTTP_NAMES: MoreNames<McpHttpOptions> = {
  auth: true,
  hosts: true,
  origins: true,
  limits: true,
  now: true,
}

/** The same, of options that are checked already. */
export function serveRequests(toolbox: Toolbox, options: McpHttpOptions): McpHttp {
  const { auth, limits = {}, onError, now = Date.now } = options
  const { maxBytes = 1024 * 1024, bodyMs = 30_000, keepAliveMs = KEEP_ALIVE_MS } = limits
  const { makeServer, findInputSchema } = createMcpParts(toolbox, options)
  const refuseHeaders = createHeaderGuard(findInputSchema)
  const modern = createMcpHandler(makeServer, {
    legacy: 'reject',
    keepAliveMs,
    ...(onError && { onerror: onError }),
  })
  const sessions = createSessions(() => makeServer({ era: 'legacy' }), limits, now)
  const bearer = auth && createBearer(auth, onError)
  const guard = createAddressGuard(options)
  const traffic = createTraffic(limits, now)

  const serve = async (request: Request, authInfo: AuthInfo | undefined): Promise<Response> => {
    const caller = callerKey(authInfo)
    const asked = { request, caller, ...(authInfo && { authInfo }) }
    if (request.method === 'GET') return listening(traffic, caller, () => sessions.serve(asked))
    if (request.method === 'DELETE') return sessions.serve(asked)
    const body = await readBody(request, { maxBytes, timeoutMs: bodyMs })
    if (body.kind === 'refused') return body.response
    const message = body.value
    if (await isLegacyRequest(request, message)) return sessions.serve({ ...asked, message })
    const mismatch = refuseHeaders(request, message)
    if (mismatch) return mismatch
    const answer = () =>
      modern.fetch(request, { parsedBody: message, ...(authInfo && { authInfo }) })
    return isListening(message) ? listening(traffic, caller, answer) : answer()
  }

  const answer = async (request: Request): Promise<Response> => {
    const refused = guard(request)
    if (refused) return refused
    const metadata = bearer?.metadata(request)
    if (metadata) return metadata
    if (request.method === 'OPTIONS' && isListed(request, options)) return preflight(request)
    if (!METHODS.has(request.method)) return refusal(405, 'POST a message', { headers: ALLOW })
    const known = await bearer?.check(request)
    if (known instanceof Response) return known
    return admit(traffic, callerKey(known), () => serve(request, known))
  }

  return {
    async fetch(request) {
      const response = await answer(request)
      if (isListed(request, options)) allowPage(response, request)
      return response
    },
    async close() {
      await Promise.all([modern.close(), sessions.close()])
    },
  }
}

const METHODS = new Set(['POST', 'GET', 'DELETE'])
const ALLOW = { allow: 'POST, GET, DELETE' }

/** Where nobody says who asks, all who ask are one. */
function callerKey(auth: AuthInfo | undefined): string {
  return auth ? JSON.stringify([auth.clientId, auth.extra?.['sub'] ?? null]) : ''
}

function isListening(message: object): boolean {
  return Reflect.get(message, 'method') === 'subscriptions/listen'
}

/** Whichever parameters travel in headers is not for strangers to know, so a page is allowed those that it asks for. */
function preflight({ headers: asked }: Request): Response {
  const names = (asked.get('access-control-request-headers') ?? '').split(',')
  const parameters = names.map((name) => name.trim()).filter(isParameterHeader)
  const headers = {
    'access-control-allow-methods': 'POST, GET, DELETE',
    'access-control-allow-headers': [...HEADERS, ...parameters].join(', '),
    'access-control-max-age': '600',
    vary: 'access-control-request-headers',
  }
  return new Response(null, { status: 204, headers })
}

const HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
]

/** Cookies are none of our business, so credentials are never allowed. */
function allowPage(response: Response, request: Request): void {
  response.headers.set('access-control-allow-origin', request.headers.get('origin') ?? '')
  response.headers.set('access-control-expose-headers', 'mcp-session-id, www-authenticate')
  response.headers.append('vary', 'origin')
}

import {
  BAGGAGE_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
  type AuthInfo,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** The client, as it calls itself. Nothing vouches for that; `auth` is what was checked. */
export interface McpCaller {
  readonly name: string
  readonly version?: string
  /** Of the token that came with the request, over HTTP. */
  readonly auth?: AuthInfo
  /** Of the trace that the call is part of, in the words of W3C Trace Context. */
  readonly trace?: { readonly parent: string; readonly state?: string; readonly baggage?: string }
}

/** Newer clients say who they are with each request, older ones once. */
export function callerOf(server: Server, { mcpReq, http }: ServerContext): McpCaller {
  const said: unknown = mcpReq.envelope
    ? Reflect.get(mcpReq.envelope, CLIENT_INFO_META_KEY)
    : server.getClientVersion()
  const known = typeof said === 'object' && said !== null ? nameOf(said) : UNKNOWN
  const trace = traceOf(mcpReq._meta)
  if (!http?.authInfo && !trace) return known
  return { ...known, ...(http?.authInfo && { auth: http.authInfo }), ...(trace && { trace }) }
}

/** Whether the client can show its person a form. */
export function canShowForms(server: Server, { mcpReq: { envelope } }: ServerContext): boolean {
  const said: unknown = envelope
    ? Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY)
    : server.getClientCapabilities()
  const elicitation = fieldOf(said, 'elicitation')
  if (typeof elicitation !== 'object' || elicitation === null) return false
  // Until 2025-11-25 there was nothing but forms to declare.
  return 'form' in elicitation || !('url' in elicitation)
}

function traceOf(meta: object | undefined): McpCaller['trace'] {
  if (!meta) return undefined
  const parent = readText(meta, TRACEPARENT_META_KEY)
  if (parent === undefined || !/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(parent)) {
    return undefined
  }
  const state = readText(meta, TRACESTATE_META_KEY, MAX_TRACE)
  const baggage = readText(meta, BAGGAGE_META_KEY, MAX_BAGGAGE)
  return {
    parent,
    ...(state !== undefined && { state }),
    ...(baggage !== undefined && { baggage }),
  }
}

const UNKNOWN: McpCaller = { name: 'unknown' }

const names = new WeakMap<object, McpCaller>()

/** Read once: an older client says it once for all its calls. */
function nameOf(said: object): McpCaller {
  const known = names.get(said)
  if (known) return known
  const version = readText(said, 'version')
  const made = {
    name: readText(said, 'name') ?? UNKNOWN.name,
    ...(version !== undefined && { version }),
  }
  names.set(said, made)
  return made
}

const MAX_LENGTH = 100
const MAX_TRACE = 512
const MAX_BAGGAGE = 8_192

/** It ends up in records and on pages, so it is short and of one line. */
function readText(said: unknown, field: string, maxLength = MAX_LENGTH): string | undefined {
  const value = fieldOf(said, field)
  if (typeof value !== 'string') return undefined
  return (
    value
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, maxLength) || undefined
  )
}

function fieldOf(said: unknown, field: string): unknown {
  return typeof said === 'object' && said !== null ? Reflect.get(said, field) : undefined
}

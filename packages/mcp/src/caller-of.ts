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
import { nameOf, readText, showsForms, UNKNOWN, type ClientName } from './client-words.js'

/** The client, as it calls itself. Nothing vouches for that; `auth` is what was checked. */
export interface McpCaller extends ClientName {
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
  return showsForms(said)
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

const MAX_TRACE = 512
const MAX_BAGGAGE = 8_192

import { type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/server'
import { type McpServerOptions } from './mcp-server-options.js'
import { settingsOf } from './server-settings.js'
import { type Lists } from './surface/create-lists.js'

/** What becomes of a message with which a client opens. */
export type Opened =
  | { readonly kind: 'answered'; readonly answer: JSONRPCMessage }
  /** There is nothing to say to it. */
  | { readonly kind: 'noted' }
  /** It takes more than a greeting and a list. */
  | { readonly kind: 'beyond' }

/** The beginning of a session: what most clients ask for at once, and many never go beyond. */
export interface Opening {
  take(message: JSONRPCMessage): Opened
  /** What a server that takes over has to hear first. */
  heard(): readonly JSONRPCMessage[]
}

/** Those of `initialize`. A client that asks for another one is answered by the SDK. */
export const GREETED_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]

/** Answers word for word as the SDK would, which is not loaded for it. `undefined` where answers depend on more than the options. */
export function createOpening(lists: Lists, options: McpServerOptions): Opening | undefined {
  if (options.configure || options.mayUse || options.pageSize !== undefined) return undefined
  const { identity, capabilities, instructions } = settingsOf(options)
  const heard: JSONRPCMessage[] = []

  const greet = (request: JSONRPCRequest): Opened => {
    const version = greetedVersion(request.params)
    if (version === undefined || heard.length > 0) return BEYOND
    heard.push(request)
    return answered(request, {
      protocolVersion: version,
      capabilities,
      serverInfo: identity,
      ...(instructions && { instructions }),
    })
  }
  const list = (request: JSONRPCRequest): Opened => {
    try {
      return answered(request, { tools: lists.older() })
    } catch {
      // A schema that cannot be said: the server tells it as it tells every failure.
      return BEYOND
    }
  }

  return {
    take(message) {
      if (!('method' in message)) return BEYOND
      if ('id' in message && message.method === 'initialize') return greet(message)
      if (heard.length === 0 || !isPlain(message.params)) return BEYOND
      if (!('id' in message)) {
        if (message.method !== 'notifications/initialized' || heard.length > 1) return BEYOND
        heard.push(message)
        return { kind: 'noted' }
      }
      if (message.method === 'tools/list') return list(message)
      return message.method === 'ping' ? answered(message, {}) : BEYOND
    },
    heard: () => heard,
  }
}

const BEYOND: Opened = { kind: 'beyond' }

function answered({ id }: JSONRPCRequest, result: Record<string, unknown>): Opened {
  return { kind: 'answered', answer: { result, jsonrpc: '2.0', id } }
}

function isPlain(params: object | undefined): boolean {
  return params === undefined || Object.keys(params).length === 0
}

/** The version that an ordinary client asks for. What looks odd in any way is left to the SDK, which knows the rules. */
function greetedVersion(params: Record<string, unknown> | undefined): string | undefined {
  const { protocolVersion, capabilities, clientInfo, ...rest } = params ?? {}
  if (Object.keys(rest).length > 0) return undefined
  if (!isObject(clientInfo) || 'icons' in clientInfo) return undefined
  if (!Object.values(clientInfo).every(isText)) return undefined
  if (!isText(clientInfo['name']) || !isText(clientInfo['version'])) return undefined
  if (!isObject(capabilities) || !Object.entries(capabilities).every(isOrdinary)) return undefined
  return GREETED_VERSIONS.find((version) => version === protocolVersion)
}

/** Empty but for what each may hold: `roots` a flag, the others names of empty objects. */
function isOrdinary([name, value]: [string, unknown]): boolean {
  if (!isObject(value)) return false
  if (name === 'roots') return Object.values(value).every((flag) => typeof flag === 'boolean')
  return Object.values(value).every((inner) => isObject(inner) && Object.keys(inner).length === 0)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server'
import { nameOf, showsForms, type ClientName } from './client-words.js'
import { IDEMPOTENCY_KEY } from './idempotency-key.js'
import { type McpServerOptions } from './mcp-server-options.js'
import { readCancelled, type PlainCall } from './plain-calls.js'
import { settingsOf } from './server-settings.js'
import { everything, type Lists } from './surface/create-lists.js'

/** What becomes of a message for which the SDK may not be needed. */
export type Opened =
  | { readonly kind: 'answered'; readonly answer: JSONRPCMessage }
  /** It takes no more than the toolbox. */
  | { readonly kind: 'call'; readonly call: PlainCall }
  /** There is nothing to say to it. */
  | { readonly kind: 'noted' }
  /** It takes more than a greeting and a list. */
  | { readonly kind: 'beyond' }

/** What most clients ask for, and many never go beyond. */
export interface Opening {
  take(message: JSONRPCMessage): Opened
  /** Leaves all but plain calls to a server, and tells what it has to hear first. */
  leave(): readonly JSONRPCMessage[]
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
  let client: Client | undefined
  let hasLeft = false

  const greet = (request: JSONRPCRequest): Opened => {
    const greeted = readGreeting(request.params)
    if (!greeted || client || hasLeft) {
      // Who greets again may be another by then, and only the server knows.
      client = undefined
      return BEYOND
    }
    client = greeted
    heard.push(request)
    return answered(request, {
      protocolVersion: greeted.version,
      capabilities,
      serverInfo: identity,
      ...(instructions && { instructions }),
    })
  }
  const note = (notification: JSONRPCNotification): Opened => {
    // Who cancels what has been answered already is late, and that is all.
    if (readCancelled(notification)) return NOTED
    if (notification.method !== 'notifications/initialized' || heard.length > 1) return BEYOND
    if (!isPlain(notification.params)) return BEYOND
    heard.push(notification)
    return NOTED
  }
  const findCall = (request: JSONRPCRequest, { name: caller, takesForms }: Client) => {
    const asked = request.method === 'tools/call' ? readCall(request) : undefined
    if (!asked || (options.forms && takesForms)) return undefined
    const { name, meta } = asked
    const resolved = attempt(() => lists.surface.resolve(name, asked.arguments, everything))
    if (resolved?.kind !== 'tool') return undefined
    const { definition, arguments: given } = resolved
    return { request, definition, arguments: given, meta, caller }
  }

  return {
    take(message) {
      if (!('method' in message)) return BEYOND
      if ('id' in message && message.method === 'initialize') return greet(message)
      if (!client) return BEYOND
      const call = 'id' in message ? findCall(message, client) : undefined
      if (call) return { kind: 'call', call }
      if (hasLeft) return BEYOND
      if (!('id' in message)) return note(message)
      if (!isPlain(message.params)) return BEYOND
      if (message.method === 'tools/list') {
        const tools = attempt(() => lists.older())
        return tools ? answered(message, { tools }) : BEYOND
      }
      return message.method === 'ping' ? answered(message, {}) : BEYOND
    },
    leave() {
      hasLeft = true
      return heard
    },
  }
}

const BEYOND: Opened = { kind: 'beyond' }
const NOTED: Opened = { kind: 'noted' }

/** What fails, as a schema may that cannot be said, is tried again by the server, which tells it as it tells every failure. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function answered({ id }: JSONRPCRequest, result: Record<string, unknown>): Opened {
  return { kind: 'answered', answer: { result, jsonrpc: '2.0', id } }
}

function isPlain(params: object | undefined): boolean {
  return params === undefined || Object.keys(params).length === 0
}

/** A client that has greeted. */
interface Client {
  readonly version: string
  readonly name: ClientName
  readonly takesForms: boolean
}

/** What an ordinary client says. What looks odd in any way is left to the SDK, which knows the rules. */
function readGreeting(params: Record<string, unknown> | undefined): Client | undefined {
  const { protocolVersion, capabilities, clientInfo, ...rest } = params ?? {}
  if (Object.keys(rest).length > 0) return undefined
  if (!isObject(clientInfo) || 'icons' in clientInfo) return undefined
  if (!Object.values(clientInfo).every(isText)) return undefined
  if (!isText(clientInfo['name']) || !isText(clientInfo['version'])) return undefined
  if (!isObject(capabilities) || !Object.entries(capabilities).every(isOrdinary)) return undefined
  const version = GREETED_VERSIONS.find((one) => one === protocolVersion)
  if (version === undefined) return undefined
  return { version, name: nameOf(clientInfo), takesForms: showsForms(capabilities) }
}

/** A call by name and arguments, and with it nothing that is not the client's own. */
function readCall({ params }: JSONRPCRequest) {
  const { name, arguments: given = {}, _meta: meta, ...rest } = params ?? {}
  if (!isText(name) || !isObject(given) || Object.keys(rest).length > 0) return undefined
  if (meta && Object.keys(meta).some(isMeant)) return undefined
  // The SDK drops this key, and tells nobody.
  return Object.hasOwn(given, '__proto__') ? undefined : { name, arguments: given, meta }
}

/** Whether a word beside a call changes what becomes of it. */
function isMeant(key: string): boolean {
  return key.startsWith('io.modelcontextprotocol/') || MEANT.has(key)
}

const MEANT = new Set([IDEMPOTENCY_KEY, 'traceparent'])

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

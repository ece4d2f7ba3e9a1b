import {
  type JSONRPCMessage,
  type RequestId,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import { type McpResult } from './mcp-result.js'
import { type Opening } from './opening.js'
import { createPlainCalls } from './plain-calls.js'
import { type StdioTransport } from './stdio-transport.js'
import { type ToolCaller } from './tool-caller.js'

/** The SDK, once it is loaded. */
export interface Loaded {
  /** Serves what comes from a transport until it is closed. */
  serve(transport: Transport): { close(): Promise<void> }
  /** Who serves, from the first message on. */
  findServer(): Server | undefined
}

export interface LateOptions {
  readonly call: ToolCaller
  readonly onError?: ((error: Error) => void) | undefined
  /** Calls that were made before it was there are asked for by their id, once each. */
  load(findOutcome: (id: RequestId) => (() => McpResult) | undefined): Promise<Loaded>
}

/**
 * Lets the opening answer while it can. With the first message beyond it the server is loaded, is told what the client has said so far, and
 * has the rest of the session to itself, but for plain calls.
 */
export function serveLate(
  wire: StdioTransport,
  opening: Opening | undefined,
  { call, load, onError }: LateOptions,
): { close(): Promise<void> } {
  let server: ReturnType<Loaded['serve']> | undefined
  let waking: Promise<Server | undefined> | undefined
  let deliver: ((message: JSONRPCMessage) => void) | undefined
  let isClosed = false
  const waiting: JSONRPCMessage[] = []
  const outcomes = new Map<RequestId, () => McpResult>()
  const fail = (cause: unknown) =>
    onError?.(cause instanceof Error ? cause : new Error(String(cause)))

  const findOutcome = (id: RequestId) => {
    const outcome = outcomes.get(id)
    outcomes.delete(id)
    return outcome
  }
  const wake = async () => {
    const heard = opening?.leave() ?? []
    const { serve, findServer } = await load(findOutcome)
    if (isClosed) return undefined
    const inner = channelOf(wire)
    server = serve(inner)
    await inner.tell(heard)
    deliver = (message) => inner.onmessage?.(message)
    for (const message of waiting.splice(0)) deliver(message)
    return findServer()
  }
  const wakeOrClose = () =>
    (waking ??= wake().catch(async (cause: unknown) => {
      fail(cause)
      await wire.close()
      return undefined
    }))
  const pass = (message: JSONRPCMessage) => {
    if (deliver) return deliver(message)
    waiting.push(message)
    return void wakeOrClose()
  }
  const calls = createPlainCalls(call, {
    send: (message) => wire.send(message),
    handOver(request, outcome) {
      outcomes.set(request.id, outcome)
      pass(request)
    },
    async findServer() {
      const found = await wakeOrClose()
      if (!found) throw new Error('the connection is closed')
      return found
    },
  })

  listen(wire, {
    onerror: fail,
    onclose() {
      isClosed = true
    },
    onmessage(message) {
      if (calls.cancel(message)) return undefined
      const opened = opening?.take(message)
      if (!opened || opened.kind === 'beyond') return pass(message)
      if (opened.kind === 'answered') wire.send(opened.answer).catch(fail)
      if (opened.kind === 'call') calls.begin(opened.call).catch(fail)
      return undefined
    },
  })
  void wire.closed.then(calls.close)
  void wire.start()
  if (!opening) void wakeOrClose()
  return { close: () => (server ?? wire).close() }
}

interface Channel extends Transport {
  /** Says again what was answered before; what the server answers to it goes nowhere. */
  tell(heard: readonly JSONRPCMessage[]): Promise<void>
}

/** The wire once more, for a server that comes to it late. */
function channelOf(wire: StdioTransport): Channel {
  let hush: { readonly id: unknown; done(): void } | undefined
  const channel: Channel = {
    start() {
      listen(wire, {
        onclose: () => channel.onclose?.(),
        onerror: (error) => channel.onerror?.(error),
      })
      return Promise.resolve()
    },
    send(message, options) {
      if (!hush || 'method' in message || message.id !== hush.id) return wire.send(message, options)
      hush.done()
      hush = undefined
      return Promise.resolve()
    },
    close: () => wire.close(),
    async tell([greeting, ...rest]) {
      if (!greeting || !('id' in greeting)) return
      await new Promise<void>((resolve) => {
        hush = { id: greeting.id, done: resolve }
        channel.onmessage?.(greeting)
        void wire.closed.then(resolve)
      })
      for (const message of rest) channel.onmessage?.(message)
    },
  }
  return channel
}

/** A transport has one listener of each kind. */
function listen(wire: Transport, to: Pick<Transport, 'onclose' | 'onerror' | 'onmessage'>): void {
  Object.assign(wire, to)
}

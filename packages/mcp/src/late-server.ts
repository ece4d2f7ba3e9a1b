import { type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { type Opening } from './opening.js'
import { type StdioTransport } from './stdio-transport.js'

/** Serves what comes from a transport until it is closed. */
export type Serve = (transport: Transport) => { close(): Promise<void> }

/**
 * Lets the opening answer while it can. With the first message beyond it the server is loaded, is told what the client has said so far, and
 * has the rest of the session to itself.
 */
export function serveLate(
  wire: StdioTransport,
  opening: Opening | undefined,
  { load, onError }: { load(): Promise<Serve>; onError?: ((error: Error) => void) | undefined },
): { close(): Promise<void> } {
  let server: ReturnType<Serve> | undefined
  let waiting: JSONRPCMessage[] | undefined
  let isClosed = false
  const fail = (cause: unknown) =>
    onError?.(cause instanceof Error ? cause : new Error(String(cause)))

  const wake = async (first: readonly JSONRPCMessage[]) => {
    waiting = [...first]
    const serve = await load()
    if (isClosed) return
    const inner = channelOf(wire)
    server = serve(inner)
    await inner.tell(opening?.heard() ?? [])
    for (const message of waiting) inner.onmessage?.(message)
    listen(wire, { onmessage: (message) => inner.onmessage?.(message) })
  }
  const wakeOrClose = (...first: readonly JSONRPCMessage[]) =>
    void wake(first).catch((cause: unknown) => {
      fail(cause)
      return wire.close()
    })

  listen(wire, {
    onerror: fail,
    onclose() {
      isClosed = true
    },
    onmessage(message) {
      if (waiting) return void waiting.push(message)
      const opened = opening?.take(message) ?? { kind: 'beyond' }
      if (opened.kind === 'beyond') wakeOrClose(message)
      if (opened.kind === 'answered') wire.send(opened.answer).catch(fail)
      return undefined
    },
  })
  void wire.start()
  if (!opening) wakeOrClose()
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

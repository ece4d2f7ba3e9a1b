import { type Buffer } from 'node:buffer'
import { type Readable } from 'node:stream'
import { type Transport } from '@modelcontextprotocol/server'
import { createLineReader, type Line } from './line-reader.js'
import { faulty, readMessage } from './read-message.js'

/** As much of a stream as is written to. */
export interface Outlet {
  /** `false` where it is better to wait for `drain`. */
  write(text: string): boolean
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'drain', listener: () => void): unknown
}

export interface StdioStreams {
  readonly input: Readable
  readonly output: Outlet
  /** Longer messages are refused. 4 MiB unless given. */
  readonly maxBytes?: number
}

export interface StdioTransport extends Transport {
  /** Settled once the client has gone, or the server has. */
  readonly closed: Promise<void>
}

/** A message a line. What is no message is answered as the protocol says, and what is too long too; neither ends the connection. */
export function createStdioTransport({
  input,
  output,
  maxBytes = 4 * 1024 * 1024,
}: StdioStreams): StdioTransport {
  const toLines = createLineReader(maxBytes)
  const { promise: closed, resolve: tellClosed } = deferred()
  let isClosed = false

  let drained: ReturnType<typeof deferred> | undefined
  const letGo = () => {
    drained?.resolve()
    drained = undefined
  }
  const write = (message: object): Promise<void> => {
    if (isClosed) return Promise.reject(new Error('the connection is closed'))
    // What goes wrong with a pipe is heard once for all that was written to it.
    if (output.write(`${JSON.stringify(message)}\n`)) return WRITTEN
    if (!drained) {
      drained = deferred()
      output.once('drain', letGo)
    }
    return drained.promise
  }
  const refuse = (fault: object) => {
    write(fault).catch((error: Error) => transport.onerror?.(error))
  }
  const take = (line: Line) => {
    if (line.kind === 'too_long') {
      return refuse(faulty(-32_600, `a message may have ${maxBytes} bytes at most`).fault)
    }
    if (line.text.trim() === '') return undefined
    const read = readMessage(line.text)
    return read.kind === 'fault' ? refuse(read.fault) : transport.onmessage?.(read.message)
  }
  const onData = (chunk: Buffer) => toLines(chunk).forEach(take)
  const onError = (error: Error) => transport.onerror?.(error)
  const onEnd = () => void transport.close()
  const onBroken = (error: Error) => {
    onError(error)
    onEnd()
  }

  const transport: StdioTransport = {
    closed,
    start() {
      input.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd)
      // It stays: what is still written to a pipe that broke must not end the process.
      output.on('error', onBroken)
      return Promise.resolve()
    },
    send: write,
    close() {
      if (isClosed) return closed
      isClosed = true
      input.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd)
      input.pause()
      // Nobody is kept waiting for a client that has gone.
      letGo()
      transport.onclose?.()
      tellClosed()
      return closed
    },
  }
  return transport
}

const WRITTEN = Promise.resolve()

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve: () => resolve() }
}

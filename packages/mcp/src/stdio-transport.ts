import { type Buffer } from 'node:buffer'
import { type Readable } from 'node:stream'
import { type Transport } from '@modelcontextprotocol/server'
import { deferred } from './deferred.js'
import { createLineReader, type Line } from './line-reader.js'
import { createOutbox, type Outlet } from './outbox.js'
import { faulty, readMessage } from './read-message.js'

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

  const outbox = createOutbox(output)
  const write = (message: object): Promise<void> => {
    if (isClosed) return Promise.reject(new Error('the connection is closed'))
    const added = outbox.add(`${JSON.stringify(message)}\n`)
    // Progress that comes together with the answer is lost on clients which take the answer first.
    if ('method' in message) outbox.flush()
    return added
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
      outbox.close()
      input.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd)
      input.pause()
      transport.onclose?.()
      tellClosed()
      return closed
    },
  }
  return transport
}

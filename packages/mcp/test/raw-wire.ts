import { type PassThrough, type Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** Speaks lines instead of a protocol. */
export function speakRaw(input: NodeJS.WritableStream, output: Readable | PassThrough) {
  const lines = createInterface({ input: output })[Symbol.asyncIterator]()
  const receive = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the server has closed')
    return JSON.parse(value)
  }
  return {
    sendLine: (line: string) => void input.write(`${line}\n`),
    receive,
    /** The next answer to a request, which must be the next line. */
    ask(message: object): Promise<unknown> {
      input.write(`${JSON.stringify(message)}\n`)
      return receive()
    },
  }
}

export const initialize = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '0' },
  },
}

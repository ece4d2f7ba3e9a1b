import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export interface Reached {
  readonly status: number
  readonly text: string
}

/** Sends a request without tidying it up first, as `fetch` would. Reuses connections. */
export function createSender(url: string) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const send = (
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ) =>
    new Promise<Reached>((resolve, reject) => {
      const sent = request(
        { agent, hostname, port, method, path, headers: options.headers ?? {}, timeout: 5000 },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no answer within 5 s: ${method} ${path}`)))
      sent.on('error', reject)
      sent.end(options.body)
    })
  return { send, close: () => agent.destroy() }
}

/** Writes bytes to the port and reads until the other side closes or is quiet. */
export function writeBytes(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.setTimeout(5000, () =>
      socket.destroy(new Error('the other side neither answered nor closed')),
    )
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    )
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.end(bytes)
  })
}

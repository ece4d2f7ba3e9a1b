import { type IncomingMessage } from 'node:http'

/** A request with its body read. */
export interface Request {
  readonly method: string
  /** The target as sent. */
  readonly target: string
  readonly path: string
  readonly search: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export type ReadRequest = { kind: 'read'; request: Request } | { kind: 'too-large' }

const maxBytes = 64 * 1024 * 1024

export async function readRequest(message: IncomingMessage): Promise<ReadRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return { kind: 'too-large' }
    chunks.push(chunk)
  }
  const target = message.url ?? '/'
  const mark = target.indexOf('?')
  const request = {
    method: message.method ?? 'GET',
    target,
    // Taken as it stands: an encoded path is another path, and dots lead nowhere.
    path: mark === -1 ? target : target.slice(0, mark),
    search: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)),
    headers: message.headers,
    body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
  }
  return { kind: 'read', request }
}

export function header(request: Request, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

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

/** What does not come in whole is cut off by its sender, or here where it goes beyond all measure. */
export interface ReadRequest {
  readonly kind: 'whole' | 'cut-off' | 'too-large'
  readonly request: Request
}

const maxBytes = 64 * 1024 * 1024

export async function readRequest(message: IncomingMessage): Promise<ReadRequest> {
  const chunks: Buffer[] = []
  const kind = await readChunks(message, chunks)
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
  return { kind, request }
}

async function readChunks(
  message: IncomingMessage,
  chunks: Buffer[],
): Promise<ReadRequest['kind']> {
  let size = 0
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) return 'too-large'
      chunks.push(chunk)
    }
    return 'whole'
  } catch {
    return 'cut-off'
  }
}

export function header(request: Request, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

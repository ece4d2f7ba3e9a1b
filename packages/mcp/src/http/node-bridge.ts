import { type Buffer } from 'node:buffer'
import { type IncomingMessage, type ServerResponse } from 'node:http'

/** Answers a request of Node's server by a function of web requests. The request's signal fires when the client has gone. */
export function answerNode(
  fetch: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const controller = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  Promise.resolve()
    .then(() => fetch(toRequest(incoming, controller.signal)))
    .catch(() => new Response(null, { status: 500 }))
    .then((response) => write(response, outgoing))
    .catch(() => outgoing.destroy())
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', rawHeaders } = incoming
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  // The name in the address is not taken from the client: guards read the header itself.
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal })
  return new Request(url, { method, headers, signal, body: bodyOf(incoming), duplex: 'half' })
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Buffer) => {
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.on('end', () => controller.close())
      incoming.on('error', (error) => controller.error(error))
    },
    pull() {
      incoming.resume()
    },
    cancel() {
      // What is still sent is let go by.
      incoming.removeAllListeners('data').removeAllListeners('end').resume()
    },
  })
}

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) {
    outgoing.end()
    return
  }
  const reader = response.body.getReader()
  outgoing.on('close', () => void reader.cancel().catch(() => undefined))
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (!outgoing.write(value)) await drained(outgoing)
  }
  outgoing.end()
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve).once('close', resolve)
  })
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'

export interface SeenRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

type Answer = (response: ServerResponse, request: SeenRequest) => void

/** A server on loopback that answers as it is told, and keeps what it was asked. */
export async function startFakeLlm(answer: Answer) {
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      const body: SeenRequest['body'] = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const one = { method, url, headers, body }
      seen.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port, so that is what it has.
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** A completion as OpenAI writes it. */
export function completion(content: unknown, { message = {}, choice = {}, ...rest } = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'fake-1-2026',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null, ...message },
        finish_reason: 'stop',
        ...choice,
      },
    ],
    usage: { prompt_tokens: 120, completion_tokens: 14, total_tokens: 134 },
    ...rest,
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'

/** What a fake provider answers: a body, or events one after the other. */
export type FakeAnswer =
  | { readonly body: unknown }
  | {
      readonly events: ReadonlyArray<{ readonly event?: string; readonly data: unknown }>
      readonly done?: string
    }

export interface FakeRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Loopback extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly FakeRequest[]
}

/** A provider on loopback: it gives these answers in turn, and remembers what it was asked. */
export async function startLoopback(...answers: readonly FakeAnswer[]): Promise<Loopback> {
  const requests: FakeRequest[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      requests.push({ path: request.url ?? '', body: JSON.parse(text) as FakeRequest['body'] })
      const answer = answers[requests.length - 1]
      if (answer) respond(response, answer)
      else response.writeHead(500).end('{"error":{"message":"the script is over"}}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function respond(response: ServerResponse, answer: FakeAnswer): void {
  if ('body' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { event, data } of answer.events) {
    response.write(
      `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`,
    )
  }
  response.end(answer.done === undefined ? undefined : `data: ${answer.done}\n\n`)
}

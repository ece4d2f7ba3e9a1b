/** What a host answers: a body, an error, pieces of a stream that ends, or breaks off. */
export type HostAnswer =
  | { readonly body: unknown; readonly status?: number; readonly headers?: Record<string, string> }
  | { readonly pieces: ReadonlyArray<string | Uint8Array>; readonly cut?: boolean }

export interface HostRequest {
  readonly url: string
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** A host of models in the place of `fetch`: it gives these answers in turn, and remembers what it was asked. */
export function fakeHost(...answers: readonly HostAnswer[]) {
  const requests: HostRequest[] = []
  const ask = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const text = Buffer.from(init?.body as Uint8Array).toString('utf8')
    requests.push({
      url: url instanceof Request ? url.url : url.toString(),
      text,
      body: JSON.parse(text) as HostRequest['body'],
      headers: new Headers(init?.headers),
    })
    const answer = answers[requests.length - 1]
    if (!answer) throw new Error('the script is over')
    if ('pieces' in answer) return new Response(streamOf(answer))
    const said = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(said, { status: answer.status ?? 200, headers: answer.headers ?? {} })
  }
  return { ask, requests }
}

/** Events as a chat host streams them. */
export function chatEvents(...events: readonly unknown[]): string[] {
  return [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n']
}

export function chunk(delta: object, finish?: string): object {
  return { choices: [{ index: 0, delta, finish_reason: finish ?? null }] }
}

function streamOf({ pieces, cut }: Extract<HostAnswer, { pieces: unknown }>) {
  const left = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift()
      if (piece) controller.enqueue(new Uint8Array(piece))
      else if (cut) controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
}

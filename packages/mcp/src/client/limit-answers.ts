import { type FetchLike } from '@modelcontextprotocol/client'

/** An answer, or one event of a stream, was longer than anyone reads. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'

  constructor(maxBytes: number) {
    super(`the server sent more than ${maxBytes} bytes at once`)
  }
}

const NEWLINE = 0x0a

/** The same, and no answer or event is read beyond `maxBytes`. */
export function limitAnswers(fetch: FetchLike, maxBytes: number): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false
    return new Response(response.body.pipeThrough(limit(maxBytes, isStream)), response)
  }
}

function limit(maxBytes: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      // An event is some lines, so that what stands since the last line's end is never more than one.
      const lineEnd = isStream ? chunk.lastIndexOf(NEWLINE) : -1
      const firstEnd = isStream ? chunk.indexOf(NEWLINE) : -1
      if (size + (firstEnd === -1 ? chunk.length : firstEnd) > maxBytes) {
        controller.error(new AnswerTooLong(maxBytes))
        return
      }
      size = lineEnd === -1 ? size + chunk.length : chunk.length - lineEnd - 1
      controller.enqueue(chunk)
    },
  })
}

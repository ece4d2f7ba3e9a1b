import { createToolError, toToolError, type AnswerReader, type ModelAnswer } from '@armorer/core'
import { service, type CallContext, type Stack } from '@armorer/runtime'
import { type ModelReply, type ModelRequest, type OnDelta } from '../model/model-service.js'
import { chunksOf } from './chunks-of.js'
import { failureIn, failureOf } from './failure-of.js'
import { type ModelFormat } from './model-format.js'
import { readServerEvents } from './read-server-events.js'
import { createRequestBodies } from './request-bodies.js'
import { toReply } from './to-reply.js'

export interface HttpModelOptions {
  readonly format: ModelFormat
  /** `https://api.openai.com/v1`, `http://127.0.0.1:11434/v1`, `https://api.anthropic.com`, … */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly fetch?: typeof fetch | undefined
  /** More bytes of an answer are not read; 64 million where it is left out. */
  readonly maxBytes?: number | undefined
}

/**
 * A model over HTTP. It streams where someone listens to the answer, and asks once: a connection that fails, a limit or an overload is
 * a retryable error, for `retry` and `timeout` to deal with. A stream that breaks off, or fails, is an answer that ends `broken`.
 */
export function httpModel(options: HttpModelOptions): Stack<ModelRequest, ModelReply, 'read'> {
  const { format } = options
  const bodies = createRequestBodies(format)
  return service(
    async (request: ModelRequest, ctx) => {
      const response = await send(options, request, bodies.write(request), ctx)
      const body = limited(chunksOf(response), options.maxBytes ?? 64_000_000)
      const answer = request.onDelta
        ? await readStream(body, { reader: format.createReader(), onDelta: request.onDelta }, ctx)
        : format.readAnswer(await readJson(body))
      // What was said before something went wrong is an answer, and ends `broken`.
      const isEmpty = answer.text === '' && answer.calls.length === 0
      if (answer.failure && isEmpty) throw failureIn(answer.failure, options.apiKey)
      return toReply(answer, format, bodies, request.tools)
    },
    { effects: 'read', name: 'http' },
  )
}

async function send(
  { format, baseUrl, apiKey, headers, fetch: ask = fetch }: HttpModelOptions,
  { settings, onDelta }: ModelRequest,
  body: Uint8Array,
  ctx: CallContext,
): Promise<Response> {
  const path = format.toPath(settings, onDelta !== undefined)
  const response = await ask(`${baseUrl.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...format.toHeaders(apiKey), ...headers },
    body,
    signal: ctx.signal,
    // A key must not follow to wherever a host may send us.
    redirect: 'error',
  }).catch((error: unknown) => {
    throw toToolError(error)
  })
  if (response.ok) return response
  throw await failureOf(response, apiKey)
}

/** Whatever comes, there is an answer: what cannot be read is left out, and what breaks off is broken. */
async function readStream(
  body: AsyncIterable<Uint8Array>,
  { reader, onDelta }: { readonly reader: AnswerReader; readonly onDelta: OnDelta },
  ctx: CallContext,
): Promise<ModelAnswer> {
  let broke: { readonly error: unknown } | undefined
  const events = async function* () {
    try {
      yield* readServerEvents(body)
    } catch (error) {
      broke = { error }
    }
  }
  // What a listener throws is its own, and no break of the line.
  for await (const data of events()) {
    const event = parse(data)
    if (event === undefined) continue
    for (const delta of reader.push(event)) await onDelta(delta)
  }
  const answer = reader.end()
  // An answer that was complete before the line broke is complete.
  if (broke && (ctx.cancelled || answer.entries.length === 0)) throw toToolError(broke.error)
  return answer
}

async function readJson(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  const value = parse(new TextDecoder().decode(Buffer.concat(chunks)))
  if (value !== undefined) return value
  throw createToolError({
    category: 'transient',
    code: 'model.unreadable_answer',
    message: 'the model answered with something that is not JSON',
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw createToolError({
        category: 'validation',
        code: 'model.answer_too_long',
        message: `the answer is longer than ${maxBytes} bytes`,
      })
    }
    yield chunk
  }
  return undefined
}

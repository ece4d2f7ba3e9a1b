import { isTooDeep, MAX_DEPTH } from '../json-depth.js'
import { refusal } from './refusal.js'

export interface BodyLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
}

export type ReadBody =
  | { readonly kind: 'message'; readonly value: object }
  | { readonly kind: 'refused'; readonly response: Response }

/** Reads one message. What is no message, too large, too deep or too slow is refused before anything else looks at it. */
export async function readBody(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<ReadBody> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return refused(415, 'send application/json')
  if (!takesJson(request.headers.get('accept'))) {
    return refused(406, 'accept application/json and text/event-stream')
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge(maxBytes)
  const text = await readText(request.body, { maxBytes, timeoutMs })
  if (text === 'too_large') return tooLarge(maxBytes)
  if (text === 'too_slow') return refused(408, `send it within ${timeoutMs} ms`)
  return parse(text.said)
}

function takesJson(accept: string | null): boolean {
  return /(?:^|[,\s])(?:application\/json|application\/\*|\*\/\*)(?:$|[,;\s])/i.test(accept ?? '')
}

type Text = { readonly said: string } | 'too_large' | 'too_slow'

async function readText(body: Request['body'], limits: BodyLimits): Promise<Text> {
  if (!body) return { said: '' }
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'too_slow'>((resolve) => {
    timer = setTimeout(resolve, limits.timeoutMs, 'too_slow')
  })
  try {
    const text = await Promise.race([readAll(reader, limits.maxBytes), late])
    if (typeof text === 'string') void reader.cancel().catch(() => undefined)
    return text
  } finally {
    clearTimeout(timer)
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Text> {
  const decoder = new TextDecoder()
  let size = 0
  let said = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { said: said + decoder.decode() }
    size += value.byteLength
    if (size > maxBytes) return 'too_large'
    said += decoder.decode(value, { stream: true })
  }
}

function parse(text: string): ReadBody {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused(400, 'this is not JSON', -32_700)
  }
  if (typeof value !== 'object' || value === null) return refused(400, 'this is no message')
  if (Array.isArray(value)) return refused(400, 'send one message at a time')
  if (isTooDeep(value)) return refused(400, `a message may nest ${MAX_DEPTH} deep at most`)
  return { kind: 'message', value }
}

function tooLarge(maxBytes: number): ReadBody {
  return refused(413, `a message may have ${maxBytes} bytes at most`)
}

function refused(status: number, message: string, code = -32_600): ReadBody {
  return { kind: 'refused', response: refusal(status, message, { code }) }
}

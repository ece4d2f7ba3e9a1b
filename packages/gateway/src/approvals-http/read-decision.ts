import { type JsonObject, type JsonValue } from '@armorer/core'

/** What a decision brings along. */
export interface Wanted {
  /** The `content` of what the person saw. */
  readonly content: string
  readonly note?: string | undefined
  readonly args?: JsonValue | undefined
  /** It came from the page, to which one goes back. */
  readonly form: boolean
}

export type ReadDecision =
  | { readonly kind: 'read'; readonly wanted: Wanted }
  | { readonly kind: 'unreadable'; readonly reason: string }

const MOST_BYTES = 256 * 1024
const LONGEST_NOTE = 2_000

/** Whether a page of somebody else sent it. Whoever is no browser says nothing of origins, and sends JSON. */
export function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin'
  const origin = request.headers.get('origin')
  if (origin !== null) return origin !== new URL(request.url).origin
  return !isJson(request)
}

export async function readDecision(request: Request): Promise<ReadDecision> {
  const text = await readText(request)
  if (text === undefined) return unreadable(`it is longer than ${MOST_BYTES} bytes`)
  const fields = isJson(request) ? parseObject(text) : parseForm(text)
  if (!fields) return unreadable('it is neither a JSON object nor a form')
  const { content, note, args } = fields
  if (typeof content !== 'string' || content === '') {
    return unreadable('content is missing: the content of what was seen')
  }
  if (note !== undefined && (typeof note !== 'string' || note.length > LONGEST_NOTE)) {
    return unreadable(`note must be a text of at most ${LONGEST_NOTE} characters`)
  }
  const form = !isJson(request)
  const parsed = form && typeof args === 'string' ? parse(args) : { value: args }
  if (!parsed) return unreadable('args is not JSON')
  const said = note === '' ? undefined : note
  return { kind: 'read', wanted: { content, note: said, args: parsed.value, form } }
}

type Fields = Readonly<Record<string, JsonValue | undefined>>

function isJson(request: Request): boolean {
  return /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
}

async function readText(request: Request): Promise<string | undefined> {
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseForm(text: string): Fields {
  return Object.fromEntries(new URLSearchParams(text))
}

function parseObject(text: string): Fields | undefined {
  const value = parse(text)?.value
  return isObject(value) ? value : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function unreadable(reason: string): ReadDecision {
  return { kind: 'unreadable', reason }
}

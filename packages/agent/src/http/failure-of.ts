import {
  createToolError,
  type AnswerFailure,
  type ToolError,
  type ToolErrorCategory,
} from '@armorer/core'
import { chunksOf } from './chunks-of.js'

/** Why a provider refused, by its status alone. What it says in words is cut short, and never decides. */
export async function failureOf(
  response: Response,
  apiKey: string | undefined,
): Promise<ToolError> {
  const { status } = response
  const said = clean(await readBeginning(response), apiKey)
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  return createToolError({
    category: categoryOf(status),
    code: `model.http_${status}`,
    message: `the model's host answered ${status}${said === '' ? '' : `: ${said}`}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** The same for a failure that came where an answer was expected. One that names no status may last, so nobody is told to try again. */
export function failureIn({ message, status }: AnswerFailure, apiKey: string | undefined) {
  return createToolError({
    category: status === undefined ? 'internal' : categoryOf(status),
    code: 'model.failed_answer',
    message: `the model's host failed: ${clean(message, apiKey)}`,
  })
}

const MAX_WORDS = 500
const MAX_BYTES = 16_384

async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of chunksOf(response)) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_BYTES) break
    }
  } catch {
    // What came before it broke off is all there is.
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** A host may repeat the key that it was sent, and what it says may be printed in a terminal. */
function clean(text: string, apiKey: string | undefined): string {
  const said = apiKey ? text.replaceAll(apiKey, '[the key]') : text
  // By code points: half of a pair is no text.
  return Array.from(said.replaceAll(/\p{C}/gu, ' ').trim()).slice(0, MAX_WORDS).join('')
}

function categoryOf(status: number): ToolErrorCategory {
  if (status === 401 || status === 403) return 'permission'
  if (status === 404) return 'not_found'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 429 || status >= 500) return 'transient'
  return 'validation'
}

/** Seconds; a date is left to whoever retries. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null || !/^\d{1,6}$/.test(header.trim())) return undefined
  return Number(header) * 1000
}

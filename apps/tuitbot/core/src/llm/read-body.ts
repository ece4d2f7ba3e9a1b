import { LlmError } from './llm-error.js'

/** Far more than one post with its usage takes. */
const MAX_BYTES = 1024 * 1024

/** The whole of an answer as text. What goes on without end, packed or not, is left as soon as it is too much. */
export async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new LlmError('too_long', 'the provider answered without an end')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

import { LlmError } from './llm-error.js'
import { type LlmProvider } from './llm-provider.js'
import { readBody } from './read-body.js'
import { readCompletion } from './read-completion.js'
import { toLlmError } from './to-llm-error.js'
import { toPrompt, type Prompt } from './to-prompt.js'

export interface OpenAICompatibleOptions {
  readonly name: string
  /** Up to where `/chat/completions` begins: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** Left out where the server takes none, as Ollama does. */
  readonly apiKey?: string | undefined
  /** How the server calls the most tokens of an answer; `max_tokens` where it is left out. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens' | undefined
  readonly timeoutMs?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

const DEFAULT_TIMEOUT_MS = 60_000

/** Any server that speaks OpenAI's chat completions: OpenAI, Groq, Ollama and many more. Each request is sent once. */
export function createOpenAICompatibleProvider(options: OpenAICompatibleOptions): LlmProvider {
  const { name, model, timeoutMs = DEFAULT_TIMEOUT_MS, fetch: send = fetch } = options
  const url = toUrl(options.baseUrl)
  const headers = toHeaders(options.apiKey)
  return {
    name,
    complete: async (request, ctx) => {
      const body = JSON.stringify(toBody(toPrompt(request), options))
      const outer = ctx?.signal
      outer?.throwIfAborted()
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = outer ? AbortSignal.any([outer, timeout]) : timeout
      try {
        // A redirect would take the key to somebody else.
        const response = await send(url, {
          method: 'POST',
          headers,
          body,
          signal,
          redirect: 'manual',
        })
        const text = await readBody(response)
        if (!response.ok) throw toLlmError(response, text)
        return { ...readCompletion(response, text, model), provider: name }
      } catch (error) {
        outer?.throwIfAborted()
        throw error instanceof LlmError ? error : unavailable(error, timeout.aborted)
      }
    },
  }
}

function toBody({ messages, maxTokens, temperature }: Prompt, options: OpenAICompatibleOptions) {
  const { model, maxTokensField = 'max_tokens' } = options
  return { model, messages, temperature, [maxTokensField]: maxTokens, stream: false }
}

function toUrl(baseUrl: string): string {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
  if (URL.canParse(url)) return url
  throw new LlmError(
    'not_configured',
    'the address of the provider cannot be read: set llm.base_url',
  )
}

function toHeaders(apiKey: string | undefined): Record<string, string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  if (apiKey === undefined) return headers
  // Such a key would be refused by fetch, with an error that has the key in it.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new LlmError(
      'not_configured',
      'the key holds characters that no key has: set llm.api_key',
    )
  }
  return { ...headers, authorization: `Bearer ${apiKey}` }
}

function unavailable(cause: unknown, timedOut: boolean): LlmError {
  const message = timedOut
    ? 'the provider did not answer in time'
    : 'the provider cannot be reached'
  return new LlmError('unavailable', message, { cause })
}

import { z } from 'zod'
import { LlmError } from './llm-error.js'
import { type LlmAnswer } from './llm-provider.js'

const count = z.int().min(0)

/** As much of a chat completion as we go by. */
const completionSchema = z.object({
  model: z.string().max(200).optional().catch(undefined),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(z.unknown()).nullish(),
          function_call: z.unknown().optional(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(undefined),
})

/** The text of an answer. Whatever is not plainly one is refused: nothing is pieced together. */
export function readCompletion(
  { headers }: Response,
  body: string,
  model: string,
): Omit<LlmAnswer, 'provider'> {
  const contentType = headers.get('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) {
    throw new LlmError('bad_answer', 'the provider answered with something else than JSON')
  }
  const { data } = completionSchema.safeParse(parseJson(body))
  const choice = data?.choices[0]
  if (!data || !choice) {
    throw new LlmError('bad_answer', 'the provider answered with something else than a completion')
  }
  const { finish_reason: reason, message } = choice
  if (message.tool_calls?.length || message.function_call) {
    throw new LlmError('bad_answer', 'the model called a tool, and was offered none')
  }
  if (message.refusal || reason === 'content_filter') {
    throw new LlmError('bad_answer', 'the model declined to write this')
  }
  const text = withoutThoughts(message.content ?? '').trim()
  if (text === '') throw new LlmError('bad_answer', 'the model wrote nothing')
  return {
    text,
    model: data.model ?? model,
    finish: reason === 'length' ? 'length' : 'stop',
    ...(data.usage && {
      usage: {
        inputTokens: data.usage.prompt_tokens,
        outputTokens: data.usage.completion_tokens,
      },
    }),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Some servers hand on what a model thinks before it writes. Thoughts without an end were cut off, and nothing was written. */
function withoutThoughts(content: string): string {
  const text = content.trimStart()
  if (!text.startsWith('<think>')) return text
  const end = text.indexOf('</think>')
  return end === -1 ? '' : text.slice(end + '</think>'.length)
}

import { type ModelReply, type ModelRequest, type ModelService } from '@armorer/agent'
import { type MessageItem, type Part } from '@armorer/core'
import { service } from '@armorer/runtime'
import { z } from 'zod'
import { findSubject } from '../llm/find-subject.js'
import { type LlmProvider } from '../llm/llm-provider.js'
import { type Business } from '../llm/slot-request.js'
import { MAX_WEIGHTED_LENGTH } from '../toolkit/weighted-length.js'

/**
 * An assistant without a model, for trying things out: it searches for what it is asked about, writes to the first post that is found,
 * best to one that mentions the person, from the templates of the offline provider, and says what came of it.
 */
export function offlineModel(llm: LlmProvider, business: Business): ModelService {
  return service(
    async ({ items }: ModelRequest): Promise<ModelReply> => {
      const messages = items.filter((item) => item.kind === 'message')
      const asked = messages.findLastIndex(({ role }) => role === 'user')
      const said = messages.slice(asked + 1)
      const last = said.at(-1)
      if (!last) return call('search_posts', { query: queryOf(textOf(messages[asked]?.parts)) })
      const output = last.parts.find((part) => part.kind === 'tool_output')
      const isFirst = said.length === 2
      if (!isFirst || !output) return say(endOf(output))
      if (output.isError) return say(`The search failed: ${messageOf(textOf(output.parts))}`)
      const posts = readPosts(textOf(output.parts)).filter(
        ({ by_you: isYours }) => isYours !== true,
      )
      const post = posts.find(({ mentions_you: isForYou }) => isForYou === true) ?? posts[0]
      if (!post) return say('I found no post to answer.')
      const { text } = await llm.complete({
        kind: 'reply',
        to: post,
        business,
        maxLength: MAX_WEIGHTED_LENGTH,
      })
      return call('reply_to_post', { post_id: post.id, text })
    },
    { effects: 'read', name: 'offline' },
  )
}

interface Found {
  readonly id: string
  readonly author: string
  readonly text: string
  readonly by_you?: unknown
  readonly mentions_you?: unknown
}

/** Words in quotes, or what the wish is about. */
function queryOf(wish: string): string {
  const quoted = /["“]([^"”]+)["”]/.exec(wish)?.[1]
  return quoted ?? findSubject(wish)?.replace(/^(?:the|a|an) /i, '') ?? wish.trim()
}

function readPosts(text: string): readonly Found[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isFound) : []
  } catch {
    return []
  }
}

/** What a tool said of its failure, as a sentence where it is one. */
function messageOf(text: string): string {
  const { error } = readFailure(text)
  return error?.message ?? text
}

/** Whether nothing was posted. What nobody foresaw, as a database that fails, may come after a reply has left. */
function isCertain(text: string): boolean {
  const { status, error } = readFailure(text)
  return status === 'denied' || (status === 'failed' && error?.category !== 'internal')
}

const failure = z.object({
  status: z.string().optional(),
  error: z.object({ message: z.string(), category: z.string().optional() }).optional(),
})

function readFailure(text: string): z.output<typeof failure> {
  try {
    return failure.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

function isFound(value: unknown): value is Found {
  return ['id', 'author', 'text'].every(
    (key) => typeof Reflect.get(Object(value), key) === 'string',
  )
}

function endOf(output: (Part & { kind: 'tool_output' }) | undefined): string {
  if (!output) return 'There is nothing more to do.'
  const words = textOf(output.parts)
  if (!output.isError) return `It is posted: ${postedWords(words)}`
  const became = isCertain(words) ? 'It was not posted.' : 'Whether it is posted is not known yet.'
  return `${became} ${messageOf(words)}`
}

function postedWords(value: string): string {
  try {
    return z.object({ text: z.string() }).parse(JSON.parse(value)).text
  } catch {
    return value
  }
}

function textOf(parts: readonly Part[] = []): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n')
}

function call(name: string, args: object): ModelReply {
  // One call an answer, so its name is name enough.
  const [id, text] = [`call_${name}`, JSON.stringify(args)]
  return {
    items: [assistant([{ kind: 'tool_call', callId: id, name, arguments: text }])],
    calls: [{ id, name, tool: name, arguments: text }],
    stop: 'calls',
  }
}

function say(text: string): ModelReply {
  return { items: [assistant([{ kind: 'text', text }])], calls: [], stop: 'done' }
}

function assistant(parts: readonly Part[]): MessageItem {
  return { kind: 'message', role: 'assistant', parts }
}

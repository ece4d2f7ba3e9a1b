import { type ModelReply, type ModelRequest, type ModelService } from '@armorer/agent'
import { type MessageItem, type Part } from '@armorer/core'
import { service } from '@armorer/runtime'
import { findSubject } from '../llm/find-subject.js'
import { type LlmProvider } from '../llm/llm-provider.js'
import { type Business } from '../llm/slot-request.js'
import { MAX_WEIGHTED_LENGTH } from '../toolkit/weighted-length.js'

/**
 * An assistant without a model, for trying things out: it searches for what it is asked about, writes to the first post that is found
 * from the templates of the offline provider, and says what came of it.
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
      const [post] = readPosts(textOf(output.parts))
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
  try {
    const error: unknown = Reflect.get(Object(JSON.parse(text)), 'error')
    const message: unknown = Reflect.get(Object(error), 'message')
    return typeof message === 'string' ? message : text
  } catch {
    return text
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
  return output.isError ? `It was not posted. ${messageOf(words)}` : `It is posted: ${words}`
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

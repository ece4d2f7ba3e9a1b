import { resumable } from '@armorer/agent'
import { createToolError } from '@armorer/core'
import { toToolResult } from '@armorer/gateway'
import { createTool, timeout } from '@armorer/runtime'
import { z } from 'zod'
import { getTweet, searchTweets } from '../toolkit/read.js'
import { type WorkflowCtx } from '../workflow/ctx.js'
import { publishOnce } from '../workflow/publish-once.js'
import { type PublishResult } from '../workflow/publish.js'

const READ_MS = 30_000

export interface Assisted {
  readonly ctx: WorkflowCtx
  readonly account: string
}

/** What the assistant can do: look, and ask for a reply, which waits for the person since strangers were read. */
export function assistTools({ ctx, account }: Assisted) {
  const search = createTool({
    name: 'search_posts',
    description: 'Searches the posts of the last seven days, newest first.',
    input: z.strictObject({ query: z.string().min(1).describe('Words, or X search syntax') }),
    risk: { effects: 'read', externalNetwork: true, untrustedOutput: true },
    run: async ({ query }, { signal }) => {
      const { items } = await searchTweets(ctx.x, query, { maxResults: 10, signal })
      return items.map(({ id, text, author }) => ({ id, author: author?.username ?? '', text }))
    },
  }).layer(timeout(READ_MS))

  const reply = createTool({
    name: 'reply_to_post',
    description: 'Replies to a post, once. A person sees it first.',
    input: z.strictObject({
      post_id: z.string().regex(/^[0-9]{1,19}$/),
      text: z.string().min(1).describe('At most 280 weighted characters'),
    }),
    risk: { effects: 'write', externalNetwork: true },
    run: async ({ post_id: id, text }, call) => {
      const { authorId = '', author, text: answered } = await getTweet(ctx.x, id)
      const wanted = {
        text,
        replyTo: { id, authorId, ...(author && { username: author.username }) },
        sources: [answered],
      }
      const { principal, labels, idempotencyKey } = call
      const asked = {
        principal,
        labels,
        idempotencyKey,
        keyIsFixed: true,
        // It may be so only later.
        get cancelled() {
          return call.cancelled
        },
      }
      return toValue(await publishOnce({ ctx, account }, asked, wanted))
    },
    // The gateway keeps what came of it under the call's key.
  }).layer(resumable())
  return [search, reply] as const
}

function toValue(result: PublishResult): unknown {
  if (result.kind !== 'unfit') return toToolResult(result).value
  throw createToolError({
    category: 'validation',
    code: 'tuitbot.unfit',
    message: `the text cannot be posted: ${result.problems.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}`,
  })
}

import { resumable } from '@armorer/agent'
import { createToolError } from '@armorer/core'
import { toToolResult } from '@armorer/gateway'
import { createTool, timeout } from '@armorer/runtime'
import { z } from 'zod'
import { ToolkitError } from '../toolkit/errors.js'
import { searchTweets } from '../toolkit/read.js'
import { describeDraftProblem } from '../toolkit/safety/describe-draft-problem.js'
import { toWireError } from '../toolkit/to-wire-error.js'
import { type WorkflowCtx } from '../workflow/ctx.js'
import { publishOnce } from '../workflow/publish-once.js'
import { type PublishResult } from '../workflow/publish.js'
import { relatedTo } from '../workflow/read-answered.js'

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
      const { isOwn, mentionsIt } = await relatedTo(ctx, account)
      return items.map((post) => ({
        id: post.id,
        author: post.author?.username ?? '',
        text: post.text,
        by_you: isOwn(post),
        mentions_you: mentionsIt(post),
      }))
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
    run: async ({ post_id: replyTo, text }, call) =>
      toValue(await publishOnce({ ctx, account }, call, { text, replyTo }).catch(failUnasked)),
    // The gateway keeps what came of it under the call's key.
  }).layer(resumable())
  return [search, reply] as const
}

function toValue(result: PublishResult): unknown {
  if (result.kind !== 'unfit') return toToolResult(result).value
  throw createToolError({
    category: 'validation',
    code: 'tuitbot.unfit',
    message: result.problems.map(describeDraftProblem).join(' '),
  })
}

/** X is only read before anything is asked for, so what the toolkit throws has posted nothing. */
function failUnasked(thrown: unknown): never {
  if (!(thrown instanceof ToolkitError)) throw thrown
  const { code, message, retryable } = toWireError(thrown)
  const category = retryable ? 'transient' : 'not_found'
  throw createToolError({ category, code: `tuitbot.${code}`, message, retryable, cause: thrown })
}

import { type Mention } from '../storage/mentions.js'
import { MAX_WEIGHTED_LENGTH } from '../toolkit/weighted-length.js'
import { type WorkflowCtx } from './ctx.js'
import { type Draft } from './publish.js'

export type DraftedReply =
  | { readonly kind: 'drafted'; readonly draft: Draft; readonly provider: string }
  | { readonly kind: 'skipped'; readonly reason: string }

/** Words for an answer to a mention. The model fills one slot: whom it answers, and whether it goes out, is not its matter. */
export async function draftReply(ctx: WorkflowCtx, mention: Mention): Promise<DraftedReply> {
  const { llm, config } = ctx
  if (!llm) return { kind: 'skipped', reason: 'no model is set up to write with' }
  const answer = await llm.complete({
    kind: 'reply',
    to: { author: mention.author_username, text: mention.text },
    business: config.business,
    maxLength: MAX_WEIGHTED_LENGTH,
  })
  return {
    kind: 'drafted',
    provider: answer.provider,
    draft: {
      account: mention.account,
      text: answer.text,
      replyTo: {
        id: mention.post_id,
        authorId: mention.author_id,
        username: mention.author_username,
      },
      labels: ['untrusted'],
      sources: [mention.text],
      // One answer per mention, whatever its words.
      idempotencyKey: `mention:${mention.post_id}`,
    },
  }
}

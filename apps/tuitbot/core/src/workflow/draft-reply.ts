import { LlmError } from '../llm/llm-error.js'
import { type LlmProvider } from '../llm/llm-provider.js'
import { readSlot } from '../llm/read-slot.js'
import { type Mention } from '../storage/mentions.js'
import { MAX_WEIGHTED_LENGTH, weightedLength } from '../toolkit/weighted-length.js'
import { type WorkflowCtx } from './ctx.js'
import { type Draft } from './publish.js'

export type DraftedReply =
  | { readonly kind: 'drafted'; readonly draft: Draft; readonly provider: string }
  | { readonly kind: 'skipped'; readonly reason: string }

/** Words for an answer to a mention. The model fills one slot: whom it answers, and whether it goes out, is not its matter. */
export async function draftReply(ctx: WorkflowCtx, mention: Mention): Promise<DraftedReply> {
  const { llm } = ctx
  if (!llm) return { kind: 'skipped', reason: 'no model is set up to write with' }
  const written = await write(llm, ctx, mention)
  if (written.kind === 'unusable') {
    return { kind: 'skipped', reason: `what ${llm.name} wrote cannot be used: ${written.reason}` }
  }
  const draft: Draft = {
    account: mention.account,
    text: written.text,
    replyTo: {
      id: mention.post_id,
      authorId: mention.author_id,
      username: mention.author_username,
    },
    labels: ['untrusted'],
    sources: [mention.text],
    // One answer per mention, whatever its words.
    idempotencyKey: `mention:${mention.post_id}`,
  }
  return { kind: 'drafted', draft, provider: llm.name }
}

/** A model that has nothing usable to say is no reason to stop; one that cannot be reached is. */
async function write(llm: LlmProvider, { config }: WorkflowCtx, mention: Mention) {
  try {
    const answer = await llm.complete({
      kind: 'reply',
      to: { author: mention.author_username, text: mention.text },
      business: config.business,
      maxLength: MAX_WEIGHTED_LENGTH,
    })
    return readSlot(answer, { maxLength: MAX_WEIGHTED_LENGTH, lengthOf: weightedLength })
  } catch (error) {
    if (!(error instanceof LlmError) || !SAYS_NOTHING.has(error.code)) throw error
    return { kind: 'unusable', reason: error.message } as const
  }
}

const SAYS_NOTHING: ReadonlySet<LlmError['code']> = new Set(['bad_answer', 'too_long'])

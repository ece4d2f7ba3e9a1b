import { type Outcome, type Principal } from '@armorer/gateway'
import { checkDraft, type DraftProblem } from '../toolkit/safety/check-draft.js'
import { findAccount } from '../storage/accounts.js'
import { type WorkflowCtx } from './ctx.js'
import { createPost, type PostArgs } from './operations.js'

/** Something that somebody wants to post. */
export interface Draft {
  readonly account: string
  readonly text: string
  readonly replyTo?: { readonly id: string; readonly authorId: string; readonly username?: string }
  readonly quoteOf?: string
  readonly mediaIds?: readonly string[]
  /** Where what it was made from came from. */
  readonly labels?: readonly string[]
  /** Texts of strangers that it must not repeat. */
  readonly sources?: readonly string[]
  readonly idempotencyKey?: string
}

export type PublishResult =
  | Outcome<{ id: string; text: string }>
  | { readonly kind: 'unfit'; readonly problems: readonly DraftProblem[] }

export interface PublishOptions {
  /** The person who asks has seen the preview: request and decision in one. */
  readonly confirmed?: boolean
  /** Asked until it is on its way; from then on it is finished, whoever waits. */
  readonly isCancelled?: () => boolean
}

/** Posts once, or says why not: unfit, refused, waiting for you, already posted, or not yet known. */
export async function publish(
  ctx: WorkflowCtx,
  by: Principal,
  draft: Draft,
  { confirmed = false, isCancelled }: PublishOptions = {},
): Promise<PublishResult> {
  const problems = await problemsWith(ctx, draft)
  if (problems.length > 0) return { kind: 'unfit', problems }
  return ctx.gateway.run(
    {
      operation: createPost,
      args: toArgs(draft),
      account: draft.account,
      principal: by,
      mode: ctx.config.mode,
      labels: draft.labels,
      idempotencyKey: draft.idempotencyKey,
      confirmed,
    },
    { isCancelled },
  )
}

/** What is wrong with a draft, before anyone is asked about it. */
export async function problemsWith(
  { db, config }: WorkflowCtx,
  { account, text, replyTo, mediaIds = [], sources = [] }: Draft,
): Promise<readonly DraftProblem[]> {
  const own = await db.read((db) => findAccount(db, account))
  const answered = replyTo && {
    authorId: replyTo.authorId,
    ...(replyTo.username !== undefined && { authorUsername: replyTo.username }),
  }
  return checkDraft(
    { text, hasMedia: mediaIds.length > 0, ...(answered && { inReplyTo: answered }) },
    {
      bannedPhrases: config.limits.bannedPhrases,
      sources,
      ...(own && { ownUserId: own.user_id }),
    },
  )
}

function toArgs({ text, replyTo, quoteOf, mediaIds }: Draft): PostArgs {
  return {
    text,
    ...(replyTo && { replyTo: replyTo.id }),
    ...(quoteOf !== undefined && { quoteOf }),
    ...(mediaIds && { mediaIds: [...mediaIds] }),
  }
}

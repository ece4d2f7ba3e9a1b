import { type Outcome, type Principal } from '@armorer/gateway'
import { checkDraft, type DraftProblem } from '../toolkit/safety/check-draft.js'
import { findAccount } from '../storage/accounts.js'
import { type WorkflowCtx } from './ctx.js'
import { createPost, type PostArgs } from './operations.js'
import { findTakenBack, sayTakenBack } from './taken-back.js'

/** The post that a draft answers. */
export interface Answered {
  readonly id: string
  readonly authorId: string
  readonly username?: string
  /** Its author has neither mentioned nor quoted the account. Left out where nobody has looked. */
  readonly isStranger?: boolean
}

/** Something that somebody wants to post. */
export interface Draft {
  readonly account: string
  readonly text: string
  readonly replyTo?: Answered
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
  options: PublishOptions = {},
): Promise<PublishResult> {
  const problems = await problemsWith(ctx, draft)
  return problems.length > 0 ? { kind: 'unfit', problems } : handIn(ctx, by, draft, options)
}

/** What was found fit, or was so when it was first asked for. */
export type FitDraft = Omit<Draft, 'replyTo'> & { readonly replyTo?: Pick<Answered, 'id'> }

/**
 * Hands a draft to the gateway, which alone knows whether it may leave and whether it has left. What was undone since is no
 * answer: a person who confirms the same words again means them, unless a key says that it is the same wish.
 */
export async function handIn(
  ctx: WorkflowCtx,
  by: Principal,
  draft: FitDraft,
  { confirmed = false, isCancelled }: PublishOptions,
): Promise<PublishResult> {
  const { idempotencyKey } = draft
  const request = {
    operation: createPost,
    args: toArgs(draft),
    account: draft.account,
    principal: by,
    mode: ctx.config.mode,
    labels: draft.labels,
    idempotencyKey,
    confirmed,
  }
  const result = await ctx.gateway.run(request, { isCancelled })
  const gone = await findTakenBack(ctx, draft.account, result)
  if (gone === undefined) return result
  const isMeant = by.kind === 'person' && confirmed && idempotencyKey === undefined
  if (!isMeant) return sayTakenBack(by, gone)
  const again = { ...request, idempotencyKey: `again:${gone}`, allowRepeat: true }
  return ctx.gateway.run(again, { isCancelled })
}

/** What is wrong with a draft, before anyone is asked about it. */
export async function problemsWith(
  { db, config, x }: WorkflowCtx,
  { account, text, replyTo, mediaIds = [], sources = [] }: Draft,
): Promise<readonly DraftProblem[]> {
  const own = await db.read((db) => findAccount(db, account))
  const answered = replyTo && {
    authorId: replyTo.authorId,
    ...(replyTo.username !== undefined && { authorUsername: replyTo.username }),
  }
  const problems = checkDraft(
    { text, hasMedia: mediaIds.length > 0, ...(answered && { inReplyTo: answered }) },
    {
      bannedPhrases: config.limits.bannedPhrases,
      sources,
      ...(own && { ownUserId: own.user_id }),
    },
  )
  return replyTo?.isStranger === true
    ? [...problems, ...(await problemsWithStrangers(x))]
    : problems
}

/** X would refuse it only when a person has already approved. */
async function problemsWithStrangers(x: WorkflowCtx['x']): Promise<readonly DraftProblem[]> {
  const standing = (await x.capabilities()).standing.reply_to_strangers
  return standing.can ? [] : [{ code: 'stranger', why: standing.why }]
}

function toArgs({ text, replyTo, quoteOf, mediaIds }: FitDraft): PostArgs {
  return {
    text,
    ...(replyTo && { replyTo: replyTo.id }),
    ...(quoteOf !== undefined && { quoteOf }),
    ...(mediaIds && { mediaIds: [...mediaIds] }),
  }
}

import { type Denial, type Principal } from '@armorer/gateway'
import { addActivity } from '../storage/activity.js'
import { findAccount } from '../storage/accounts.js'
import { findCursor, putCursor } from '../storage/cursors.js'
import { putDraft } from '../storage/drafts.js'
import { addMention, listNewMentions, markMention, type Mention } from '../storage/mentions.js'
import { listMentions } from '../toolkit/list-mentions.js'
import { describeDraftProblem } from '../toolkit/safety/describe-draft-problem.js'
import { type WorkflowCtx } from '../workflow/ctx.js'
import { draftReply } from '../workflow/draft-reply.js'
import { createPost } from '../workflow/operations.js'
import { publish, type PublishResult } from '../workflow/publish.js'
import { type Post } from '../x-api/model.js'
import { type LoopMention, type MentionsPort } from './mentions-loop.js'

const LOOP: Principal = { kind: 'loop', id: 'mentions' }
const CURSOR = 'mentions'

/** Denials that say nothing of the answer: it can be handed in later. */
const PASSING: ReadonlySet<Denial['code']> = new Set([
  'paused',
  'storage',
  'closing',
  'cancelled',
  'lost_lease',
  'old_writer',
])

/** As long is waited at least where X has put an answer off: it may be asked again at once, and say the same. */
const LEAST_WAIT_MS = 60_000

type KeptMention = LoopMention & { readonly row: Mention }

/** The mentions loop's port, over toolkit, workflow and storage. What X puts off, it puts off until then. */
export function mentionsPort(ctx: WorkflowCtx, account: string): MentionsPort<KeptMention> {
  const { db, x, clock } = ctx
  let putOffUntil = 0
  return {
    async fetchMentions() {
      const { own, sinceId } = await db.read((db) => ({
        own: findAccount(db, account),
        sinceId: findCursor(db, account, CURSOR),
      }))
      if (!own) throw new Error(`the account ${account} is not known; log in first`)
      const items = await listMentions(x, own.user_id, sinceId)
      const strangers = items.filter((post) => post.authorId !== own.user_id)
      await db.write((db) => {
        for (const post of strangers) addMention(db, toMention(account, post, clock.now()))
        const newest = items.map(({ id }) => BigInt(id)).reduce(larger, BigInt(sinceId ?? '0'))
        if (newest > 0n) putCursor(db, account, CURSOR, String(newest))
      })
      return strangers.length
    },
    async listNew() {
      // Nobody pays for words that could not go out yet; during a pause they could not even wait for a person.
      if (clock.now() < putOffUntil || (await ctx.gateway.control(account)).paused) return []
      const rows = await db.read((db) => listNewMentions(db, account))
      return rows.map((row) => ({ id: row.post_id, row }))
    },
    async answer({ row }) {
      // Before a model is paid for words that cannot go out.
      if (await isFull(ctx, row)) return 'held'
      const drafted = await draftReply(ctx, row)
      if (drafted.kind === 'skipped') return skip(ctx, row, drafted.reason)
      const result = await publish(ctx, LOOP, drafted.draft)
      if (result.kind === 'denied') {
        if (result.code === 'limit') return 'held'
        if (PASSING.has(result.code)) throw new Error(result.reason)
      }
      if (result.kind === 'failed' && result.retryAfterMs !== undefined) {
        putOffUntil = clock.now() + Math.max(result.retryAfterMs, LEAST_WAIT_MS)
        return 'held'
      }
      const intent = intentOf(result)
      if (intent === undefined) return skip(ctx, row, describe(result))
      await db.write((db) => {
        markMention(db, row, { state: 'queued', note: intent })
        const { text } = drafted.draft
        const mention = row.post_id
        putDraft(db, {
          intent,
          account,
          mention,
          text,
          provider: drafted.provider,
          at: clock.now(),
        })
      })
      return 'queued'
    },
  }
}

/** Whether a limit refuses any answer now that goes out unseen. What waits for a person uses nothing of it yet. */
async function isFull({ gateway, config }: WorkflowCtx, mention: Mention): Promise<boolean> {
  const { account, post_id: replyTo } = mention
  const would = await gateway.explain({
    operation: createPost,
    args: { text: '', replyTo },
    account,
    principal: LOOP,
    mode: config.mode,
    labels: ['untrusted'],
  })
  if (would.kind === 'denied' || would.decision === 'ask') return false
  return would.limits.some(({ isWithin }) => !isWithin)
}

async function skip({ db, clock }: WorkflowCtx, mention: Mention, reason: string) {
  await db.write((db) => {
    markMention(db, mention, { state: 'skipped', note: reason })
    const message = `did not answer @${mention.author_username}: ${reason}`
    addActivity(db, { account: mention.account, at: clock.now(), kind: 'mention_skipped', message })
  })
  return 'skipped' as const
}

/** The intent that answers a mention from now on, if there is one. */
function intentOf(result: PublishResult): string | undefined {
  if (result.kind === 'unfit' || result.kind === 'denied' || result.kind === 'dry_run')
    return undefined
  return result.intent
}

function describe(result: PublishResult): string {
  if (result.kind === 'unfit') return result.problems.map(describeDraftProblem).join(' ')
  return result.kind === 'denied' ? result.reason : result.kind
}

function toMention(account: string, post: Post, now: number): Mention {
  return {
    account,
    post_id: post.id,
    author_id: post.authorId ?? '',
    author_username: post.author?.username ?? 'someone',
    text: post.text,
    posted_at: post.createdAt === undefined ? now : Date.parse(post.createdAt),
    state: 'new',
    note: null,
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

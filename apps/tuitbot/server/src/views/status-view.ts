import {
  type ApprovalView,
  findAccount,
  listApprovals,
  listTroubles,
  type Obstacle,
  obstaclesOf,
  sumSpend,
  type Tuitbot,
} from '@tuitbot/core'

const DAY_MS = 24 * 60 * 60 * 1000

interface Use {
  readonly done: number
  readonly max: number
}

/** What the page shows at its top. */
export interface StatusView {
  readonly account: { readonly name: string; readonly username: string }
  /** In whose name the page decides. */
  readonly you: string
  /** Whether what you ask for here is decided by that. */
  readonly decidesAlone: boolean
  readonly mode: 'autopilot' | 'composer'
  /** Whether everything waits for the person. */
  readonly approvalMode: boolean
  /** What drafts: a model, `offline`, or nothing. */
  readonly writer: string | null
  readonly paused: boolean
  readonly pauseReason: string | null
  /** What was put off until later does not count before then, nor what others decide. */
  readonly waiting: number
  /** Approved, and not sent yet: because of a pause or a limit, or since X was out of reach. */
  readonly approved: number
  /** What fails again and again meanwhile. */
  readonly obstacles: readonly Obstacle[]
  /** Of the last 24 hours, as the limits count. */
  readonly replies: Use
  readonly posts: Use
  readonly spentMicroUsd: number
  /** Where the account can be looked at. */
  readonly timelineUrl: string
}

export async function readStatus(
  { ctx, account }: Tuitbot,
  timelineUrl: string | undefined,
): Promise<StatusView> {
  const { db, gateway, config, clock, llm } = ctx
  const { maxRepliesPerDay, maxTweetsPerDay } = config.limits
  const since = clock.now() - DAY_MS
  const [own, control, waiting, approved, troubles, posted, spentMicroUsd] = await Promise.all([
    db.read((db) => findAccount(db, account)),
    gateway.control(account),
    listApprovals(ctx, account),
    gateway.list({ account, states: ['approved'] }),
    db.read((db) => listTroubles(db, account)),
    gateway.list({
      account,
      operations: ['post.create'],
      states: ['succeeded'],
      limit: maxRepliesPerDay + maxTweetsPerDay,
    }),
    sumSpend(db, account, since),
  ])
  const recent = posted.filter(({ createdAt }) => createdAt > since)
  const replies = recent.filter(({ args }) => Object(args).replyTo !== undefined).length
  const username = own?.username ?? account
  const isForYou = ({ status, snoozedUntil }: ApprovalView) =>
    status !== 'waiting for others' && (snoozedUntil ?? 0) <= clock.now()
  return {
    account: { name: own?.name ?? account, username },
    you: config.people.you,
    decidesAlone: config.approvals.quorum === 1 && !config.approvals.fourEyes,
    mode: config.mode,
    approvalMode: config.approvalMode,
    writer: llm?.name ?? null,
    paused: control.paused,
    pauseReason: control.reason ?? null,
    waiting: waiting.filter(isForYou).length,
    approved: approved.length,
    obstacles: obstaclesOf(troubles, approved),
    replies: { done: replies, max: maxRepliesPerDay },
    posts: { done: recent.length - replies, max: maxTweetsPerDay },
    spentMicroUsd,
    timelineUrl: timelineUrl ?? `https://x.com/${username}`,
  }
}

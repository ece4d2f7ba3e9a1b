import {
  findAccount,
  countWaiting,
  listGrants,
  listTroubles,
  type Obstacle,
  obstaclesOf,
  type PolicyView,
  showPolicy,
  sumSpend,
  type Tuitbot,
} from '@tuitbot/core'

const DAY_MS = 24 * 60 * 60 * 1000
/** More than anyone approves while nothing leaves. */
const MOST_APPROVED = 10_000

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
  /** How many posts may go out without being seen, since a person has allowed them. */
  readonly allowedAhead: number
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
  const [own, control, waiting, approved, grants, troubles, policy, spentMicroUsd] =
    await Promise.all([
      db.read((db) => findAccount(db, account)),
      gateway.control(account),
      countWaiting(ctx, account),
      gateway.list({ account, states: ['approved'], limit: MOST_APPROVED }),
      listGrants(ctx, account),
      db.read((db) => listTroubles(db, account)),
      showPolicy(ctx, account),
      sumSpend(db, account, clock.now() - DAY_MS),
    ])
  const username = own?.username ?? account
  return {
    account: { name: own?.name ?? account, username },
    you: config.people.you,
    decidesAlone: config.approvals.quorum === 1 && !config.approvals.fourEyes,
    mode: config.mode,
    approvalMode: config.approvalMode,
    allowedAhead: grants.reduce((sum, { left }) => sum + left, 0),
    writer: llm?.name ?? null,
    paused: control.paused,
    pauseReason: control.reason ?? null,
    waiting,
    approved: approved.length,
    obstacles: obstaclesOf(troubles, approved),
    replies: useOf(policy, 'replies'),
    posts: useOf(policy, 'posts'),
    spentMicroUsd,
    timelineUrl: timelineUrl ?? `https://x.com/${username}`,
  }
}

function useOf({ limits }: PolicyView, dimension: string): Use {
  const { used = 0, max = 0 } = limits.find((one) => one.dimension === dimension) ?? {}
  return { done: used, max }
}

import { type Intent } from '@armorer/gateway'
import { listActivityRows } from '../storage/activity.js'
import { listUndone } from '../storage/undone.js'
import { argsOf } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { type Word, wordOfIntent } from './words.js'

/** Something that happened, or was about to. */
export interface ActivityItem {
  readonly at: number
  readonly word: Word | 'note'
  readonly text: string
  /** Why, where it did not go out. */
  readonly reason?: string
  readonly rule?: string
  readonly intent?: string
  readonly postId?: string
  readonly canUndo: boolean
}

/**
 * What happened, newest first; what waits is in the queue. What never went out takes at most half of the places from what did,
 * so that nobody hides a post by asking often.
 */
export async function listActivity(
  { gateway, db }: WorkflowCtx,
  account: string,
  limit = 50,
): Promise<readonly ActivityItem[]> {
  const [sent, unsent] = await Promise.all([
    gateway.list({ account, states: SENT, limit: MOST }),
    gateway.list({ account, states: NEVER_SENT, limit: MOST }),
  ])
  return db.read((db) => {
    const posted = sent.flatMap(({ externalId }) => externalId ?? [])
    const undone = listUndone(db, account, posted)
    const notes = listActivityRows(db, account, limit).map(({ at, message }) => ({
      at,
      word: 'note' as const,
      text: message,
      canUndo: false,
    }))
    const out = newestFirst(sent.map((intent) => toItem(intent, undone)))
    const others = newestFirst([...unsent.map((intent) => toItem(intent, undone)), ...notes])
    const places = Math.max(limit - others.length, Math.ceil(limit / 2))
    const kept = out.slice(0, places)
    return newestFirst([...kept, ...others.slice(0, limit - kept.length)])
  })
}

/** What has gone out, or may have, or is about to. */
const SENT = ['succeeded', 'approved', 'claimed', 'dispatched', 'unknown', 'needs_human'] as const
const NEVER_SENT = ['denied', 'failed', 'rejected', 'expired', 'dry_run'] as const

/** The gateway lists by when something was asked for, and what was asked for first may have gone out last. */
const MOST = 2_000

function newestFirst(items: readonly ActivityItem[]): readonly ActivityItem[] {
  return items.toSorted((a, b) => b.at - a.at)
}

const UNSENT: ReadonlySet<Intent['state']> = new Set(['denied', 'failed', 'needs_human', 'unknown'])

function toItem(intent: Intent, undone: ReadonlySet<string>): ActivityItem {
  const { externalId, rule, failure } = intent
  const isUndone = externalId !== undefined && undone.has(externalId)
  return {
    at: intent.finishedAt ?? intent.createdAt,
    word: isUndone ? 'undone' : wordOfIntent(intent),
    text: argsOf(intent).text,
    ...(UNSENT.has(intent.state) && { reason: failure?.message ?? intent.reason, rule }),
    // Nobody has seen it before it went out, and whoever reads this should know.
    ...(isByGrant(intent) && { reason: 'you had allowed it ahead' }),
    intent: intent.id,
    ...(externalId !== undefined && { postId: externalId }),
    canUndo: intent.state === 'succeeded' && intent.undo !== undefined && !isUndone,
  }
}

function isByGrant({ state, decidedBy }: Intent): boolean {
  return state === 'succeeded' && decidedBy?.startsWith('grant ') === true
}

import { type Gateway, type Intent } from '@armorer/gateway'
import { type ActivityRow, listActivityRows } from '../storage/activity.js'
import { listUndone, type Undone } from '../storage/undone.js'
import { argsOf } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { findLastNote } from './find-last-note.js'
import { findRuleAgainst } from './find-rule-against.js'
import { createPost, deletePost } from './operations.js'
import { reasonOfIntent } from './reason-of-intent.js'
import { type Word, wordOfIntent } from './words.js'

/** Something that happened, or was about to. */
export interface ActivityItem {
  readonly at: number
  readonly word: Word | 'note'
  readonly text: string
  /** Why, where it did not go out. */
  readonly reason?: string
  /** The rule that says so, where it is a rule that does. */
  readonly rule?: string
  readonly intent?: string
  /** Its number, where a person was asked. */
  readonly approval?: number
  readonly postId?: string
  readonly canUndo: boolean
  /** It is approved and has not left yet, so whoever approved it may think better of it. */
  readonly canTakeBack: boolean
}

/**
 * What happened, newest first; what waits is in the queue. A flood of what was refused at once takes half of a long list where
 * older things are there to see, so that nobody hides a post by asking often.
 */
export async function listActivity(
  ctx: WorkflowCtx,
  account: string,
  limit = 50,
): Promise<readonly ActivityItem[]> {
  const { gateway, db } = ctx
  const most = Math.max(limit, MOST)
  const [sent, notOut, refused] = await Promise.all([
    gateway.list({ account, states: SENT, limit: most }),
    gateway.list({ account, states: NOT_OUT, limit: most }),
    gateway.list({ account, states: REFUSED, limit }),
  ])
  const posted = sent.flatMap(({ externalId }) => externalId ?? [])
  const { notes, undone } = await db.read((db) => ({
    notes: listActivityRows(db, account, limit),
    undone: listUndone(db, account, posted),
  }))
  const approvedAt = await learnApprovals(gateway, account, [...sent, ...notOut])
  const toEvent = (intent: Intent): Event => ({
    at: undone.get(intent.externalId ?? '')?.at ?? timeOf(intent, approvedAt),
    intent,
  })
  const told = new Set([...undone.values()].map(({ intent }) => intent))
  const events = pickNewest(limit, {
    // A post that was taken back is told of once, by itself, where and when it was.
    others: [...[...sent, ...notOut].filter(({ id }) => !told.has(id)).map(toEvent), ...notes],
    refused: refused.map(toEvent),
  })
  const known = { undone, ...(await learn(gateway, { events, sent })) }
  return events.map((event) => ('intent' in event ? toItem(event, known) : toNote(event)))
}

/** What has gone out, or may have, or is about to. */
const SENT = ['succeeded', 'claimed', 'dispatched', 'unknown', 'needs_human'] as const
/** What has waited, or was tried, and is not out: something holds it for now, or it came to nothing. */
const NOT_OUT = ['approved', 'rejected', 'expired', 'failed'] as const
/** What came to nothing as soon as it was asked for. */
const REFUSED = ['denied', 'dry_run'] as const

/** The gateway lists by when something was asked for, and what was asked for first may have gone out last; of so many. */
const MOST = 500

type Event = { readonly at: number; readonly intent: Intent } | ActivityRow

/** When approvals were given to what has not been sent: only the audit says so. Of what is far back in it, nothing is known. */
async function learnApprovals(
  gateway: Gateway,
  account: string,
  intents: readonly Intent[],
): Promise<ReadonlyMap<string, number>> {
  const isWanted = ({ finishedAt, dispatchedAt, decidedBy }: Intent) =>
    finishedAt === undefined && dispatchedAt === undefined && decidedBy !== undefined
  if (!intents.some(isWanted)) return new Map()
  const head = (await gateway.auditHeads()).find((one) => one.account === account)
  const since = Math.max(0, (head?.seq ?? 0) - FARTHEST_BACK)
  const approvedAt = new Map<string, number>()
  for await (const { kind, intent, at } of gateway.auditTrail(account, since)) {
    if (kind === 'approved') approvedAt.set(intent, at)
  }
  return approvedAt
}

const FARTHEST_BACK = 2_000

function timeOf(
  { id, finishedAt, dispatchedAt, createdAt }: Intent,
  approvedAt: ReadonlyMap<string, number>,
): number {
  return finishedAt ?? dispatchedAt ?? approvedAt.get(id) ?? createdAt
}

interface Events {
  readonly others: readonly Event[]
  readonly refused: readonly Event[]
}

function pickNewest(limit: number, { others, refused }: Events): readonly Event[] {
  const newest = newestFirst([...others, ...refused]).slice(0, limit)
  const most = Math.max(SHORT, Math.ceil(limit / 2), limit - others.length)
  const isFlood = newest.filter((event) => refused.includes(event)).length > most
  if (!isFlood) return newest
  const older = newestFirst(others).slice(0, limit - most)
  return newestFirst([...newestFirst(refused).slice(0, most), ...older])
}

/** Of so many nobody misses what is older. */
const SHORT = 20

function newestFirst(events: readonly Event[]): readonly Event[] {
  return events.toSorted((a, b) => b.at - a.at)
}

/** What intents do not say of themselves. */
interface Known {
  readonly undone: ReadonlyMap<string, Undone>
  /** Why a person has rejected one, by its id. */
  readonly reasons: ReadonlyMap<string, string>
  /** What posts say, by their ids on X. */
  readonly words: ReadonlyMap<string, string>
}

async function learn(
  gateway: Gateway,
  { events, sent }: { readonly events: readonly Event[]; readonly sent: readonly Intent[] },
): Promise<Omit<Known, 'undone'>> {
  const intents = events.flatMap((event) => ('intent' in event ? event.intent : []))
  const rejected = intents.filter(({ state }) => state === 'rejected')
  const said = await Promise.all(
    rejected.map(async ({ id }) => [id, await findLastNote(gateway, id)] as const),
  )
  return {
    words: new Map(sent.flatMap((one) => toWords(one))),
    reasons: new Map(said.flatMap(([id, note]) => (note === undefined ? [] : [[id, note]]))),
  }
}

function toWords(intent: Intent): ReadonlyArray<readonly [string, string]> {
  const { externalId, operation } = intent
  const isPost = externalId !== undefined && operation === createPost.name
  return isPost ? [[externalId, argsOf(intent).text]] : []
}

/** A deletion is told by the words of what it takes back, where they are known. */
function textOf(intent: Intent, words: Known['words']): string {
  const { text, postId = '' } = argsOf(intent)
  const gone = intent.operation === deletePost.name ? words.get(postId) : undefined
  return gone === undefined ? text : `delete the post “${gone}”`
}

function toNote({ at, message }: ActivityRow): ActivityItem {
  return { at, word: 'note', text: message, canUndo: false, canTakeBack: false }
}

function toItem(
  { at, intent }: Extract<Event, { intent: Intent }>,
  { undone, reasons, words }: Known,
): ActivityItem {
  const { externalId, queueId } = intent
  const isUndone = externalId !== undefined && undone.has(externalId)
  // Why something was rejected a person has said.
  const reason = reasonOfIntent(intent) ?? reasons.get(intent.id)
  const against = findRuleAgainst(intent)
  return {
    at,
    word: isUndone ? 'undone' : wordOfIntent(intent),
    text: textOf(intent, words),
    ...(reason !== undefined && { reason }),
    ...(against !== undefined && { rule: against }),
    // Nobody has seen it before it went out, and whoever reads this should know.
    ...(isByGrant(intent) && { reason: 'you had allowed it ahead' }),
    intent: intent.id,
    ...(queueId !== undefined && { approval: queueId }),
    ...(externalId !== undefined && { postId: externalId }),
    canUndo: intent.state === 'succeeded' && intent.undo !== undefined && !isUndone,
    canTakeBack: intent.state === 'approved',
  }
}

function isByGrant({ state, decidedBy }: Intent): boolean {
  return state === 'succeeded' && decidedBy?.startsWith('grant ') === true
}

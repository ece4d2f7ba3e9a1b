import { type HistoryEvent, type Intent } from '@armorer/gateway'
import { weightedLength } from '../toolkit/weighted-length.js'
import { priceOf } from '../toolkit/write.js'
import { listDrafts } from '../storage/drafts.js'
import { findMention } from '../storage/mentions.js'
import { type WorkflowCtx } from './ctx.js'
import { createPost } from './operations.js'
import { listGrantable } from './policy.js'
import { type Voices, voicesOf } from './people.js'
import { sayLost } from './reason-of-intent.js'
import { type Word, wordOfIntent } from './words.js'

/** Something that waits for a person, or has, with all that is needed to decide. */
export interface ApprovalView extends Voices {
  /** The number under which it waits; 0 where it has none, since it was sent without asking anyone: its intent names it. */
  readonly id: number
  readonly intent: string
  /** Names exactly what is shown; it changes with an edit. */
  readonly content: string
  readonly account: string
  readonly operation: string
  readonly status: Word
  /** What it is: `Reply to @bob`. */
  readonly title: string
  /** As the post will read. */
  readonly text: string
  /** What is attached, by the ids that X gave it. */
  readonly mediaIds: readonly string[]
  readonly length: number
  readonly priceMicroUsd: number
  readonly answers: {
    readonly id: string
    readonly username?: string
    readonly text?: string
  } | null
  /** Why it waits; and the rule by which a person was asked, if one was. */
  readonly reason: string
  readonly rule: string
  readonly askedBy: string
  /** What wrote it: a model, or `offline`. */
  readonly writtenBy: string | null
  /** Whose word was the last one, if it waits no longer. */
  readonly decidedBy: string | null
  /** What was changed before it came to this, oldest first. */
  readonly edits: readonly EditView[]
  /** What persons have said about it, oldest first. */
  readonly notes: readonly NoteView[]
  /** Nobody wants to see it before then. */
  readonly snoozedUntil: number | null
  /** Whether posts like it can be allowed ahead: what X, a hard rule or several persons are asked for cannot. */
  readonly canAllowMore: boolean
  readonly createdAt: number
  readonly expiresAt: number | null
}

export interface EditView {
  readonly by: string
  readonly at: number
  /** How it read before. */
  readonly before: string
}

export interface NoteView {
  readonly by: string
  readonly at: number
  readonly note: string
}

export async function toApprovalViews(
  { db, gateway, config }: Pick<WorkflowCtx, 'db' | 'gateway' | 'config'>,
  intents: readonly Intent[],
): Promise<readonly ApprovalView[]> {
  const histories = await Promise.all(intents.map(({ id }) => gateway.history(id)))
  const grantable = listGrantable(config)
  return db.read((db) => {
    const ids = intents.map(({ id }) => id)
    const drafts = new Map(listDrafts(db, ids).map((draft) => [draft.intent, draft]))
    return intents.map((intent, index) => {
      const history = histories[index] ?? []
      const voices = voicesOf(config, intent, history)
      const isOthers =
        intent.state === 'awaiting_approval' && !voices.canApprove.includes(config.people.you)
      const { text, replyTo, mediaIds } = argsOf(intent)
      const mention = replyTo === undefined ? undefined : findMention(db, intent.account, replyTo)
      return {
        id: intent.queueId ?? 0,
        intent: intent.id,
        content: intent.content,
        account: intent.account,
        operation: intent.operation,
        status: isOthers ? 'waiting for others' : wordOfIntent(intent),
        title: titleOf(intent, mention?.author_username),
        text,
        mediaIds,
        length: weightedLength(text),
        priceMicroUsd: intent.operation === 'post.create' ? priceOf({ text }) : 0,
        answers:
          replyTo === undefined
            ? null
            : {
                id: replyTo,
                ...(mention && { username: mention.author_username, text: mention.text }),
              },
        reason: intent.state === 'needs_human' ? sayLost(intent.failure?.message) : intent.reason,
        rule: intent.rule,
        askedBy: intent.principal.id,
        writtenBy: drafts.get(intent.id)?.provider ?? null,
        ...voices,
        decidedBy: intent.decidedBy ?? null,
        edits: editsOf(history),
        notes: history.flatMap(({ by, at, note }) =>
          note === undefined ? [] : [{ by, at, note }],
        ),
        snoozedUntil: intent.snoozedUntil ?? null,
        canAllowMore:
          grantable.has(intent.rule) &&
          intent.state === 'awaiting_approval' &&
          config.approvals.quorum === 1,
        createdAt: intent.createdAt,
        expiresAt: intent.expiresAt ?? null,
      }
    })
  })
}

function titleOf(intent: Intent, username: string | undefined): string {
  if (intent.operation === 'post.delete') return 'Deletion'
  if (argsOf(intent).replyTo === undefined) return 'New post'
  return username === undefined ? 'Reply' : `Reply to @${username}`
}

function editsOf(history: readonly HistoryEvent[]): EditView[] {
  return history
    .filter(({ kind }) => kind === 'edited')
    .map(({ by, at, before = null }) => {
      const { text } = argsOf({ args: before, operation: createPost.name })
      return { by, at, before: text }
    })
}

/** As much of an intent's arguments as every view shows. */
export function argsOf({ args, operation }: Pick<Intent, 'args' | 'operation'>) {
  const known = typeof args === 'object' && args !== null ? args : {}
  const field = (name: string) => {
    const value: unknown = Reflect.get(known, name)
    return typeof value === 'string' ? value : undefined
  }
  const text = operation === 'post.delete' ? `delete the post ${field('id') ?? ''}` : field('text')
  const kept: unknown = Reflect.get(known, 'mediaIds')
  const mediaIds = Array.isArray(kept) ? kept.map(String) : []
  return { text: text ?? '', replyTo: field('replyTo'), postId: field('id'), mediaIds }
}

import { digest } from '@armorer/core'
import { type Intent, type IntentState, type Principal } from '@armorer/gateway'
import { z } from 'zod'
import { type WorkflowCtx } from './ctx.js'
import { findLastNote } from './find-last-note.js'
import { createPost, type PostArgs } from './operations.js'
import { handIn, publish, type PublishResult } from './publish.js'
import { readAnswered } from './read-answered.js'
import { findTakenBack, sayTakenBack } from './taken-back.js'

/** Who asks, and under which key where the asker has one of its own. */
export interface Asked {
  readonly principal: Principal | undefined
  readonly labels: readonly string[]
  readonly idempotencyKey: string | undefined
  readonly cancelled: boolean
}

/**
 * Publishes for an agent, which may ask as often as it likes: the same arguments, or the same key, are the same post for a day, also
 * after a person has edited, approved or rejected it, and after what it answers has gone.
 */
export async function publishOnce(
  { ctx, account }: { readonly ctx: WorkflowCtx; readonly account: string },
  call: Asked,
  wanted: PostArgs,
): Promise<PublishResult> {
  const principal = principalOf(call)
  const idempotencyKey = keyOf(call, wanted)
  const known = await findAsked(ctx, { account, principal, idempotencyKey, wanted })
  if (known?.state === 'rejected') return sayRejected(ctx, known)
  const { replyTo, ...rest } = wanted
  const draft = { ...rest, account, labels: call.labels, idempotencyKey }
  const options = { isCancelled: () => call.cancelled }
  if (!known) {
    const answered = replyTo === undefined ? {} : await readAnswered(ctx, account, replyTo)
    return publish(ctx, principal, { ...draft, ...answered }, options)
  }
  const again = { ...draft, ...(replyTo !== undefined && { replyTo: { id: replyTo } }) }
  const result = await handIn(ctx, principal, again, options)
  if (result.kind !== 'conflict') return result
  // The key belongs to other words only where a person has changed them since.
  const changed = await outcomeOf(ctx, known, result)
  const gone = await findTakenBack(ctx, account, changed)
  return gone === undefined ? changed : sayTakenBack(principal, gone)
}

/** Who has no name is an agent. */
export function principalOf({ principal }: Pick<Asked, 'principal'>): Principal {
  return principal ?? { kind: 'agent', id: 'unknown' }
}

function keyOf({ idempotencyKey }: Asked, wanted: PostArgs): string {
  return `agent:${digest(idempotencyKey === undefined ? contentOf(wanted) : { key: idempotencyKey })}`
}

function contentOf({ text, replyTo, quoteOf, mediaIds }: PostArgs) {
  return { text: text.trim(), to: replyTo ?? '', of: quoteOf ?? '', with: mediaIds ?? [] }
}

/** A post that stands, as the gateway keeps it. */
const posted = z.object({ id: z.string(), text: z.string() })
const A_DAY = 24 * 60 * 60 * 1000

/** What failed, expired or was refused may be asked for anew. */
const ANSWERING: readonly IntentState[] = [
  'awaiting_approval',
  'approved',
  'claimed',
  'dispatched',
  'unknown',
  'needs_human',
  'succeeded',
  'rejected',
]

interface Search {
  readonly account: string
  readonly principal: Principal
  readonly idempotencyKey: string
  readonly wanted: PostArgs
}

/** What was asked for before, in the same words, and answers for it still. */
async function findAsked(
  { gateway, clock }: WorkflowCtx,
  { account, principal, idempotencyKey, wanted }: Search,
): Promise<Intent | undefined> {
  const [last] = await gateway.list({
    account,
    operations: [createPost.name],
    states: ANSWERING,
    under: { principal, idempotencyKey },
    limit: 1,
  })
  if (!last || (last.finishedAt ?? Infinity) <= clock.now() - A_DAY) return undefined
  const edit = (await gateway.history(last.id)).find(({ before }) => before !== undefined)
  const asked = createPost.input.safeParse(edit?.before ?? last.args)
  const isSame = asked.success && digest(contentOf(asked.data)) === digest(contentOf(wanted))
  return isSame ? last : undefined
}

/** What was rejected holds its key no longer; to queue it again would be to nag. */
async function sayRejected({ gateway }: WorkflowCtx, { id }: Intent): Promise<PublishResult> {
  const said = await findLastNote(gateway, id)
  const why = said === undefined ? '' : ` (“${said}”)`
  const reason = `a person has rejected this post${why}: do not ask for it again, unless with other words`
  return { kind: 'denied', code: 'rejected', reason, intent: id }
}

async function outcomeOf(
  { gateway }: WorkflowCtx,
  { id }: Intent,
  otherwise: PublishResult,
): Promise<PublishResult> {
  const outcome = await gateway.outcome(id)
  if (!outcome) return otherwise
  if (outcome.kind !== 'replayed' && outcome.kind !== 'executed') return outcome
  return { ...outcome, value: posted.parse(outcome.value) }
}

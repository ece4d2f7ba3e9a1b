import { digest } from '@armorer/core'
import { type Principal } from '@armorer/gateway'
import { z } from 'zod'
import { type WorkflowCtx } from './ctx.js'
import { findLastNote } from './find-last-note.js'
import { createPost } from './operations.js'
import { publish, type Draft, type PublishResult } from './publish.js'

/** Who asks, and under which key where the asker has one of its own. */
export interface Asked {
  readonly principal: Principal | undefined
  readonly labels: readonly string[]
  readonly idempotencyKey: string | undefined
  readonly cancelled: boolean
  /** Whether a key belongs to one intent whatever its words are, so that other words under it are a person's edit. */
  readonly keyIsFixed?: boolean
}

/**
 * Publishes for an agent, which may ask as often as it likes: the same arguments, or the same key, are the same post for a day, also
 * after a person has edited, approved or rejected it.
 */
export async function publishOnce(
  { ctx, account }: { readonly ctx: WorkflowCtx; readonly account: string },
  call: Asked,
  wanted: Omit<Draft, 'account' | 'labels' | 'idempotencyKey'>,
): Promise<PublishResult> {
  const principal: Principal = call.principal ?? { kind: 'agent', id: 'unknown' }
  const idempotencyKey = keyOf(call, wanted)
  const rejected = await findRejected(ctx, account, principal, idempotencyKey)
  if (rejected) return rejected
  const result = await publish(
    ctx,
    principal,
    { ...wanted, account, labels: call.labels, idempotencyKey },
    { isCancelled: () => call.cancelled },
  )
  const isOurs = call.idempotencyKey === undefined || call.keyIsFixed === true
  // Such a key can belong to other arguments only where a person has changed them since.
  return result.kind === 'conflict' && isOurs && result.intent !== undefined
    ? outcomeOf(ctx, result.intent, result)
    : result
}

function keyOf({ idempotencyKey }: Asked, { text, replyTo, quoteOf, mediaIds }: Partial<Draft>) {
  const same =
    idempotencyKey === undefined
      ? { text: text?.trim() ?? '', to: replyTo?.id ?? '', of: quoteOf ?? '', with: mediaIds ?? [] }
      : { key: idempotencyKey }
  return `agent:${digest(same)}`
}

/** A post that stands, as the gateway keeps it. */
const posted = z.object({ id: z.string(), text: z.string() })
const A_DAY = 24 * 60 * 60 * 1000

/** What was rejected holds its key no longer; to queue it again would be to nag. */
async function findRejected(
  { gateway, clock }: WorkflowCtx,
  account: string,
  { kind, id }: Principal,
  key: string,
): Promise<PublishResult | undefined> {
  const recent = await gateway.list({
    account,
    operations: [createPost.name],
    states: ['rejected'],
    limit: 200,
  })
  const same = recent.find(
    ({ principal, clientKey, finishedAt = 0 }) =>
      principal.kind === kind &&
      principal.id === id &&
      // The gateway keeps a key together with whose it is.
      clientKey?.includes(key) === true &&
      finishedAt > clock.now() - A_DAY,
  )
  if (!same) return undefined
  const said = await findLastNote(gateway, same.id)
  const why = said === undefined ? '' : ` (“${said}”)`
  const reason = `a person has rejected this post${why}: do not ask for it again, unless with other words`
  return { kind: 'denied', code: 'rejected', reason, intent: same.id }
}

async function outcomeOf(
  { gateway }: WorkflowCtx,
  intent: string,
  otherwise: PublishResult,
): Promise<PublishResult> {
  const outcome = await gateway.outcome(intent)
  if (!outcome) return otherwise
  if (outcome.kind !== 'replayed' && outcome.kind !== 'executed') return outcome
  return { ...outcome, value: posted.parse(outcome.value) }
}

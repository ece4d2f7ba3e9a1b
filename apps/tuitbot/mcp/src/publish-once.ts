import { digest } from '@armorer/core'
import { type Principal, type RuntimeToolContext } from '@armorer/runtime'
import { createPost, publish, type Draft, type PublishResult, type Tuitbot } from '@tuitbot/core'
import { postedSchema } from './contract/publish-reply.js'

type Asked = Pick<RuntimeToolContext, 'principal' | 'labels' | 'idempotencyKey' | 'cancelled'>

/**
 * Publishes for an agent, which may ask as often as it likes: the same arguments are the same post for a day, also after a person has
 * edited, approved or rejected it.
 */
export async function publishOnce(
  { ctx, account }: Pick<Tuitbot, 'ctx' | 'account'>,
  call: Asked,
  wanted: Omit<Draft, 'account' | 'labels' | 'idempotencyKey'>,
): Promise<PublishResult> {
  const principal: Principal = call.principal ?? { kind: 'agent', id: 'unknown' }
  const idempotencyKey = keyOf(call, wanted)
  const rejected = await findRejected({ ctx, account }, principal, idempotencyKey)
  if (rejected) return rejected
  const result = await publish(
    ctx,
    principal,
    { ...wanted, account, labels: call.labels, idempotencyKey },
    { isCancelled: () => call.cancelled },
  )
  const isEdited = result.kind === 'conflict' && call.idempotencyKey === undefined
  // A key made of the arguments can belong to other arguments only where a person has changed them since.
  return isEdited && result.intent !== undefined
    ? outcomeOf({ ctx, account }, result.intent, result)
    : result
}

function keyOf({ idempotencyKey }: Asked, { text, replyTo, quoteOf, mediaIds }: Partial<Draft>) {
  const same =
    idempotencyKey === undefined
      ? { text: text?.trim() ?? '', to: replyTo?.id ?? '', of: quoteOf ?? '', with: mediaIds ?? [] }
      : { key: idempotencyKey }
  return `mcp:${digest(same)}`
}

const A_DAY = 24 * 60 * 60 * 1000

/** What was rejected holds its key no longer; to queue it again would be to nag. */
async function findRejected(
  { ctx: { gateway, clock }, account }: Pick<Tuitbot, 'ctx' | 'account'>,
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
  return (
    same && {
      kind: 'denied',
      code: 'rejected',
      reason: 'a person has rejected this post: do not ask for it again, unless with other words',
      intent: same.id,
    }
  )
}

async function outcomeOf(
  { ctx: { gateway } }: Pick<Tuitbot, 'ctx' | 'account'>,
  intent: string,
  otherwise: PublishResult,
): Promise<PublishResult> {
  const outcome = await gateway.outcome(intent)
  if (!outcome) return otherwise
  if (outcome.kind !== 'replayed' && outcome.kind !== 'executed') return outcome
  return { ...outcome, value: postedSchema.parse(outcome.value) }
}

import { type JsonValue } from '@armorer/core'
import { encode, startOf, type Encoded } from './claim-request.js'
import { type Effect } from './effect.js'
import { type Intent } from './intent.js'
import { noIntent } from './no-intent.js'
import { type Denial, type Outcome } from './outcome.js'
import { decidingWith, getEffect, judgeWith, orRefusal, type Parts } from './parts.js'
import { judgedOf } from './policy/judged-of.js'
import { prepareAndDispatch } from './prepare.js'
import { factsOf, readArgs } from './read-request.js'
import { changeOf } from './run-locally.js'
import { sendAndSettle, toSucceeded } from './settle.js'
import { LocalConflict, type ExecuteInput, type LocalWork } from './store.js'
import { type Decided, type Decider } from './approval-store.js'
import { outcomeOf, replayOf } from './to-outcome.js'

/** Changes what a waiting intent will do. The new arguments are checked like those of any request. */
export async function editIntent(
  parts: Parts,
  id: string,
  by: Decider,
  given: JsonValue,
): Promise<Decided> {
  const before = await getIntent(parts, id)
  const read = await readArgs(getEffect(parts, before.operation), before.account, given)
  if ('kind' in read) return read
  return parts.store.edit({
    intent: id,
    by,
    deciding: (active) => decidingWith(parts.policy, active),
    args: read.args,
    content: read.content,
    slot: read.slot,
    judge: (intent, active) =>
      judgeWith(parts.policy, judgedOf(read.effect, intent, read.uses), active),
  })
}

/** Runs an approved intent with the arguments that were approved. Of all who try, one sends. */
export async function executeIntent(parts: Parts, id: string): Promise<Outcome> {
  const intent = await getIntent(parts, id)
  if (intent.state !== 'approved') return outcomeOf(intent)
  const effect = getEffect(parts, intent.operation)
  const read = factsOf(effect, intent.account, intent.args)
  if ('kind' in read) return { ...read, intent: id }
  if (read.content !== intent.content || !parts.seal.isOn(intent)) {
    return { ...changedAtRest(), intent: id }
  }
  const encoded = encodeApproved(effect, intent.args)
  if ('kind' in encoded) return { ...encoded, intent: id }
  const { policy, owner, writerVersion } = parts
  const start = startOf(parts.clock)
  const input: ExecuteInput = {
    intent: id,
    owner,
    note: encoded.sent?.note,
    local: encoded.local,
    judge: (approved, active) => judgeWith(policy, judgedOf(effect, approved, read.uses), active),
    uses: read.uses,
    writerVersion,
    onBegin: start.onBegin,
  }
  const executing = await executeOrConflict(parts, input)
  if (executing.kind === 'conflict') return executing
  if (executing.kind === 'denied') return { ...executing, intent: id }
  if (executing.kind === 'moved_on') return outcomeOf(executing.intent)
  if (executing.kind === 'applied') return executed(executing.intent)
  if (effect.class === 'local') throw new Error('a local change was claimed and not made')
  const { lease, at } = executing
  const claimed = {
    ...intent,
    argsText: read.argsText,
    slot: read.slot,
    allowRepeat: false,
    confirmed: false,
    effect,
    lease,
  }
  const ready = encoded.sent
    ? { ...claimed, ...encoded.sent, dispatchedAt: at, begun: start.begun() }
    : await prepareAndDispatch(parts, claimed, {})
  return 'kind' in ready ? ready : sendAndSettle(parts, ready)
}

/** Rows that have changed since the approval end it: it was given for what they were. */
async function executeOrConflict({ store }: Parts, input: ExecuteInput) {
  try {
    return await orRefusal(() => store.execute(input))
  } catch (error) {
    if (!(error instanceof LocalConflict)) throw error
    const { message } = error
    const claimed = await orRefusal(() => store.execute({ ...input, local: undefined }))
    if (claimed.kind === 'claimed') {
      const settlement = { kind: 'failed', code: 'conflict', message } as const
      await orRefusal(() => store.complete({ lease: claimed.lease, settlement, record: () => [] }))
    }
    return { kind: 'conflict', message, intent: input.intent } as const
  }
}

function changedAtRest(): Denial {
  const reason = 'its arguments are not those that were approved any more'
  return { kind: 'denied', code: 'not_approved', reason }
}

interface EncodedIntent {
  /** Missing where something must be prepared first. */
  readonly sent?: Encoded | undefined
  readonly local?: LocalWork | undefined
}

function encodeApproved(effect: Effect, args: JsonValue): EncodedIntent | Denial {
  if (effect.class === 'local') {
    const change = changeOf(effect, args)
    if ('kind' in change) return change
    return { local: { statements: change.statements, settled: toSucceeded(effect, args, change) } }
  }
  if (effect.prepare) return {}
  const sent = encode(effect, args, undefined)
  return 'kind' in sent ? sent : { sent }
}

function executed(intent: Intent): Outcome {
  return { ...replayOf(intent), kind: 'executed', value: intent.value }
}

async function getIntent({ store }: Parts, id: string): Promise<Intent> {
  const intent = await store.findIntent(id)
  if (!intent) throw noIntent(id)
  return intent
}

import { canonicalJson, digest, type JsonValue } from '@armorer/core'
import { sha256 } from '../audit.js'
import { type ClaimInput, type Claimed, type NewIntent, type StoreDenial } from '../store.js'
import { type Grant } from '../approval-store.js'
import { seenFirst } from '../first-changes.js'
import { type Judgement } from '../policy/policy.js'
import { type IntentState } from '../intent.js'
import { decidesAhead, mayBeGranted } from '../policy/granted.js'
import { planFor, type Plan } from '../policy/plan.js'
import { openChain, type Chain } from './chain.js'
import { SENT } from './complete.js'
import { haltedBy, recallControl } from './control.js'
import { type Env } from './env.js'
import {
  bindKey,
  findHolder,
  fingerprintOf,
  isOver,
  letGo,
  takeUp,
  type Fingerprint,
  type Holder,
} from './holders.js'
import { decidedByGrant, listUsable, useGrant } from './grants.js'
import { wasEditedFrom } from './history.js'
import { insertIntent, type NewRow } from './insert-intent.js'
import { dispatchColumns } from './dispatch-columns.js'
import { applyLocally } from './local.js'
import { denyIntent, getIntent, nextQueueId } from './intents.js'
import { activePolicy } from './policies.js'
import { reserve } from './reserve.js'
import { toHolding, type Mutable } from './rows.js'
import { corrupt, type Transaction } from './transaction.js'

/**
 * Claims an intent, or says who has it, in one transaction: key, pause, policy, limits and record cannot race.
 * Where nothing lies between claim and dispatch, it is dispatched at once.
 */
export function claim(tx: Transaction, input: ClaimInput, env: Env): Claimed {
  if (input.isCancelled()) return cancelled()
  const { intent } = input
  const chain = openChain(tx, intent.account, env.clock.now())
  const keys = keysOf(tx, intent)
  const control = recallControl(tx)
  const judged = input.judge(activePolicy(tx, control, chain.at, env))
  // A step was seen with the whole.
  const judgement = intent.step ? judged : seenFirst(judged, chain.account.probation)
  const halted = haltedBy(control, chain, input.writerVersion)
  const ruled = planFor(intent, judgement, halted)
  const grant =
    ruled.kind === 'route' && chain.account.probation === 0
      ? findGrant(tx, input, judgement, chain.at)
      : undefined
  const plan: Plan = grant ? { kind: 'go' } : ruled
  const claiming = { input, chain, keys, judgement, env, grant, repeated: [] }
  const claimed = carryOut(tx, claiming, plan)
  chain.save()
  return claimed
}

/** A step is known by its place alone: two steps may well say the same, and neither is what someone else has said. */
function keysOf(tx: Transaction, { account, content, slot, step }: NewIntent): Fingerprint {
  if (step) return { fingerprint: digest(['step', step.intent, step.index]), slotGeneration: null }
  return fingerprintOf(tx, account, content, slot)
}

/** Nothing has gone out, and nothing will. */
export function cancelled(): StoreDenial {
  return { kind: 'denied', code: 'cancelled', reason: 'nobody waited for it any more' }
}

interface Claiming {
  readonly input: ClaimInput
  readonly chain: Chain
  readonly keys: Fingerprint
  readonly judgement: Judgement
  readonly env: Env
  /** By which a person has let it through in advance. */
  readonly grant: Grant | undefined
  /** What this one is meant to repeat, and has taken the content from. */
  readonly repeated: Holder[]
}

function findGrant(
  tx: Transaction,
  input: ClaimInput,
  judgement: Judgement,
  at: number,
): Grant | undefined {
  if (!mayBeGranted(judgement)) return undefined
  const { principal } = input.intent
  return listUsable(tx, input, at).find((grant) => decidesAhead(grant, judgement, principal))
}

function carryOut(tx: Transaction, claiming: Claiming, plan: Plan): Claimed {
  switch (plan.kind) {
    case 'refuse': {
      const held = heldElsewhere(tx, claiming)
      return held ? join(tx, claiming, held) : refuse(tx, claiming, plan.denial)
    }
    case 'rehearse':
      return heldElsewhere(tx, claiming) ?? rehearse(tx, claiming)
    case 'route':
      return take(tx, claiming, routedRow(tx, claiming)) ?? route(tx, claiming)
    case 'go': {
      const row = claimedRow(claiming)
      return take(tx, claiming, row) ?? go(tx, claiming, row)
    }
  }
}

/** Puts the row there; the unique indexes say whether someone was first. `undefined`: it is ours. */
function take(tx: Transaction, claiming: Claiming, row: NewRow): Claimed | undefined {
  // Each round lets go of one key whose time is over, and there are two.
  for (let round = 0; round < 3; round++) {
    if (insertIntent(tx, row)) return undefined
    const held = heldAlready(tx, claiming)
    if (held) return join(tx, claiming, held)
  }
  throw corrupt('it refused an intent that nobody holds')
}

/** What was asked for without a key answers to the first that joins it, as if it had been asked for under that one. */
function join(tx: Transaction, { input, chain, env }: Claiming, held: Held): Held {
  const { holder, by } = held
  const { clientKey, content, allowRepeat } = input.intent
  // What is meant to be another, or says it in other words, is not asked for by the same request.
  const isSame = by === 'fingerprint' && holder.content === content && !allowRepeat
  if (clientKey !== undefined && isSame) {
    const until = holder.state === 'succeeded' ? chain.at + env.times.keyHeld : null
    bindKey(tx, { id: holder.id, clientKey, until })
  }
  return held
}

type Held = Extract<Claimed, { readonly kind: 'held' }>

/** Who has it already, after letting go of what has run out. */
function heldAlready(tx: Transaction, claiming: Claiming): Held | undefined {
  const { input, keys, chain } = claiming
  const { account, clientKey = null, slot } = input.intent
  const search = { account, clientKey, fingerprint: keys.fingerprint, slot: slot?.name ?? null }
  for (let round = 0; round < 3; round++) {
    const holder = findHolder(tx, search)
    if (!holder) return undefined
    const over = isOver(holder, chain.at)
    if (!over && !isMeantAgain(holder, claiming)) return heldBy(tx, holder, input.intent)
    letGo(tx, holder)
    if (!over) claiming.repeated.push(holder)
  }
  return undefined
}

/** Whoever asks again for what a person has edited since asks for the same, by its key. */
function heldBy(tx: Transaction, { row, by }: Holder, { content, argsText }: NewIntent): Held {
  const held = toHolding(row)
  const isEdited = by === 'key' && row.content !== content && wasEditedFrom(tx, row.id, argsText)
  return { kind: 'held', holder: isEdited ? { ...held, content } : held, by }
}

/** The same for what will not go ahead: nothing is taken from anyone. */
function heldElsewhere(tx: Transaction, claiming: Claiming): Held | undefined {
  const held = heldAlready(tx, claiming)
  giveBack(tx, claiming)
  return held
}

/** Nothing comes of this one, so what it was to repeat answers for the content again. */
function giveBack(tx: Transaction, { repeated }: Claiming): void {
  for (const holder of repeated) takeUp(tx, holder)
}

/** What is done may be done again on purpose; what is under way may not be overtaken. */
function isMeantAgain({ row, by }: Holder, { input, judgement }: Claiming): boolean {
  const { allowRepeat, clientKey } = input.intent
  return (
    allowRepeat &&
    judgement.repeatable &&
    clientKey !== undefined &&
    by === 'fingerprint' &&
    row.state === 'succeeded'
  )
}

function refuse(tx: Transaction, claiming: Claiming, denial: StoreDenial): Claimed {
  const { input, chain } = claiming
  const { id } = input.intent
  const { reason, rule = claiming.judgement.rule } = denial
  insertIntent(tx, { ...freeRow(claiming, 'denied'), reason, rule })
  chain.append('denied', id, { ...facts(claiming), code: denial.code, reason: denial.reason })
  return { ...denial, intent: id }
}

function rehearse(tx: Transaction, claiming: Claiming): Claimed {
  insertIntent(tx, freeRow(claiming, 'dry_run'))
  claiming.chain.append('dry_run', claiming.input.intent.id, facts(claiming))
  return { kind: 'dry_run', rule: claiming.judgement.rule }
}

function route(tx: Transaction, claiming: Claiming): Claimed {
  const { input, chain } = claiming
  const intent = getIntent(tx, input.intent.id)
  chain.append('routed', intent.id, { ...facts(claiming), queue: intent.queueId })
  return { kind: 'routed', intent }
}

function go(tx: Transaction, claiming: Claiming, row: NewRow): Claimed {
  const { input, chain, env, grant } = claiming
  const { id, account } = input.intent
  const { reserves } = claiming.judgement
  const denial = reserve(tx, { intent: id, account, at: chain.at, reserves })
  if (denial) {
    denyIntent(tx, id, denial)
    giveBack(tx, claiming)
    chain.append('denied', id, { ...facts(claiming), code: denial.code, reason: denial.reason })
    return { ...denial, intent: id }
  }
  if (grant) useGrant(tx, grant)
  if (!input.intent.step) chain.useProbation()
  const { dispatch, local } = input
  const said = facts(claiming)
  said['uses'] = input.uses
  if (grant) said['grant'] = { id: grant.id, by: grant.by, left: grant.left - 1 }
  // One transaction, one link: where it lets out what it claims, the dispatch says all that a claim says.
  if (dispatch) {
    said['generation'] = 1
    said['request'] = dispatch.requestHash
  }
  chain.append(dispatch ? 'dispatched' : 'claimed', id, said)
  const lease = { intent: id, owner: input.owner, generation: 1 }
  if (local) return applyLocally(tx, lease, local, { chain, env })
  if (!dispatch) return { kind: 'claimed', lease, at: chain.at }
  input.onBegin()
  tx.keep(SENT, id, row)
  return { kind: 'dispatched', lease, at: chain.at }
}

function claimedRow(claiming: Claiming): NewRow {
  const { input, chain, env, grant } = claiming
  const { intent, dispatch, local } = input
  const row = freeRow(claiming, 'claimed')
  row.lease_until = chain.at + env.times.prepare
  if (dispatch) {
    // Field by field, as everywhere that every call comes by: to assign many at once takes several times as long.
    const sent = dispatchColumns(dispatch, chain.at, env)
    row.state = sent.state
    row.lease_until = sent.lease_until
    row.request_hash = sent.request_hash
    row.probe_json = sent.probe_json
    row.dispatched_at = sent.dispatched_at
  }
  row.key_held = 1
  row.fingerprint_held = !local && answersForContent(intent) ? 1 : 0
  row.slot_held = intent.slot ? 1 : 0
  row.lease_owner = input.owner
  row.generation = 1
  row.decided_by = intent.confirmed ? intent.principal.id : grant ? decidedByGrant(grant) : null
  row.finished_at = null
  return row
}

/** Two payments of the same are two, unless their keys say otherwise. */
function answersForContent({ class: kind }: NewIntent): boolean {
  return kind !== 'spend'
}

function routedRow(tx: Transaction, claiming: Claiming): NewRow {
  const { input, chain, env } = claiming
  const row = freeRow(claiming, 'awaiting_approval')
  row.key_held = 1
  row.fingerprint_held = answersForContent(input.intent) ? 1 : 0
  row.slot_held = input.intent.slot ? 1 : 0
  row.queue_id = nextQueueId(tx)
  row.expires_at = chain.at + env.times.approval
  row.finished_at = null
  return row
}

/** A row that holds nothing. */
function freeRow({ input, chain, keys, judgement }: Claiming, state: IntentState): Mutable<NewRow> {
  const { intent } = input
  return {
    id: intent.id,
    correlation_id: intent.correlationId,
    account: intent.account,
    principal_kind: intent.principal.kind,
    principal_id: intent.principal.id,
    mode: intent.mode,
    operation: intent.operation,
    class: intent.class,
    args_json: intent.argsText,
    content: intent.content,
    fingerprint: keys.fingerprint,
    client_key: intent.clientKey ?? null,
    labels_json: JSON.stringify(intent.labels),
    decision: judgement.decision.kind,
    policy_version: judgement.version,
    rule: judgement.rule,
    reason: judgement.reason,
    state,
    key_held: 0,
    fingerprint_held: 0,
    slot: intent.slot?.name ?? null,
    slot_value_json: intent.slot ? canonicalJson(intent.slot.value) : null,
    slot_generation: keys.slotGeneration,
    slot_held: 0,
    lease_owner: null,
    generation: 0,
    lease_until: 0,
    request_hash: null,
    probe_json: null,
    dispatched_at: null,
    queue_id: null,
    expires_at: null,
    decided_by: null,
    seal: null,
    parent: intent.step?.intent ?? null,
    step: intent.step?.index ?? null,
    created_at: chain.at,
    finished_at: chain.at,
  }
}

/** What the record of a claim says. The arguments stay with the intent; the chain keeps their digest. */
function facts({ input, judgement }: Claiming): Record<string, JsonValue> {
  const { operation, argsText, content, principal, mode, labels, confirmed, step } = input.intent
  const said: Record<string, JsonValue> = {
    args: sha256(argsText),
    content,
    labels,
    mode,
    operation,
    policy: judgement.version,
    principal: { id: principal.id, kind: principal.kind },
    rule: judgement.rule,
  }
  if (judgement.shadows.length > 0) said['shadows'] = [...judgement.shadows]
  if (confirmed) said['confirmed'] = confirmed
  if (step) said['step'] = { ...step }
  return said
}

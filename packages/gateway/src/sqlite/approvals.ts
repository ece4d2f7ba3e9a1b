import { canonicalJson, digest } from '@armorer/core'
import { type Decided, type Decider, type EditInput, type StoreDenial } from '../store.js'
import { type Intent, type IntentState } from '../intent.js'
import { openChain } from './chain.js'
import { readControl } from './control.js'
import { type Env } from './env.js'
import { findHolder, fingerprintOf, isOver, letGo } from './holders.js'
import { getIntent, getRow } from './intents.js'
import { activePolicy } from './policies.js'
import { toIntent } from './rows.js'
import { literal, statement } from './statement.js'
import { runOnce, type Transaction } from './transaction.js'

export function approve(tx: Transaction, id: string, by: Decider, env: Env): Decided {
  return decide(tx, { id, by, to: 'approved' }, env)
}

export function reject(tx: Transaction, id: string, by: Decider, env: Env): Decided {
  return decide(tx, { id, by, to: 'rejected' }, env)
}

/** The person changes what will be done. It is another intent then: its keys are claimed anew, and the policy is asked again. */
export function edit(tx: Transaction, input: EditInput, env: Env): Decided {
  const refusal = onlyPersons(input.by)
  if (refusal) return refusal
  const row = getRow(tx, input.intent)
  const before = toIntent(row)
  const chain = openChain(tx, row.account, env.clock.now())
  const isOpen = row.state === 'awaiting_approval' && !hasExpired(row.expires_at, chain.at)
  if (!isOpen || !isWhatWasSeen(row.content, input.by)) {
    return { kind: 'moved_on', intent: before }
  }
  const active = activePolicy(tx, readControl(tx), chain.at, env)
  const judgement = input.judge({ ...before, args: input.args }, active)
  if (judgement.decision.kind === 'deny' || judgement.decision.kind === 'dry_run') {
    const { rule, reason } = judgement
    return { kind: 'denied', code: 'policy', rule, reason, intent: row.id }
  }
  const { fingerprint, slotGeneration } = fingerprintOf(tx, row.account, input.content, input.slot)
  const slot = input.slot?.name ?? null
  const holder = findHolder(tx, { account: row.account, clientKey: null, fingerprint, slot })
  if (holder && holder.row.id !== row.id) {
    if (!isOver(holder, chain.at)) return { kind: 'conflict', holder: toIntent(holder.row) }
    letGo(tx, holder)
  }
  runOnce(tx, rewrite, {
    id: row.id,
    args: canonicalJson(input.args),
    content: input.content,
    fingerprint,
    slot,
    slotValue: input.slot ? canonicalJson(input.slot.value) : null,
    slotGeneration,
    decision: judgement.decision.kind,
    policyVersion: judgement.version,
    rule: judgement.rule,
    reason: judgement.reason,
  })
  chain.append('edited', row.id, {
    by: { ...input.by.principal },
    note: input.by.note,
    from: digest(before.args),
    to: digest(input.args),
  })
  chain.save()
  return { kind: 'decided', intent: getIntent(tx, row.id) }
}

/** Approvals that nobody gave in time let go of their keys. */
export function expire(tx: Transaction, env: Env): void {
  for (const { id, account } of tx.all(findExpired, { at: Math.trunc(env.clock.now()) })) {
    const chain = openChain(tx, account, env.clock.now())
    const to = { to: 'expired', held: 0, by: null, at: chain.at } as const
    if (tx.run(move, { id, ...to }) === 0) continue
    chain.append('expired', id, {})
    chain.save()
  }
}

interface Decision {
  readonly id: string
  readonly by: Decider
  readonly to: 'approved' | 'rejected'
}

function decide(tx: Transaction, { id, by, to }: Decision, env: Env): Decided {
  const refusal = onlyPersons(by)
  if (refusal) return refusal
  const row = getRow(tx, id)
  const chain = openChain(tx, row.account, env.clock.now())
  if (hasExpired(row.expires_at, chain.at) || !isWhatWasSeen(row.content, by)) {
    return { kind: 'moved_on', intent: toIntent(row) }
  }
  const held = to === 'approved' ? 1 : 0
  // The state is part of the condition: of two who decide at once, one finds nothing to decide.
  const at = held ? null : chain.at
  const moved = tx.run(move, { id, to, held, by: by.principal.id, at })
  if (moved === 0) return { kind: 'moved_on', intent: toIntent(row) }
  chain.append(to, id, { by: { ...by.principal }, note: by.note, content: row.content })
  chain.save()
  return { kind: 'decided', intent: getIntent(tx, id) }
}

/** Agents and loops decide nothing. */
export function onlyPersons({ principal }: Decider): StoreDenial | undefined {
  if (principal.kind === 'person') return undefined
  const reason = `only a person decides, and ${principal.id} is ${principal.kind === 'agent' ? 'an agent' : 'a loop'}`
  return { kind: 'denied', code: 'not_approved', reason }
}

function isWhatWasSeen(content: string, { content: seen }: Decider): boolean {
  return seen === undefined || seen === content
}

function hasExpired(expiresAt: number | null, at: number): boolean {
  return expiresAt !== null && expiresAt <= at
}

const move = statement<{
  id: string
  to: IntentState
  held: number
  by: string | null
  /** When that was the end of it. */
  at: number | null
}>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: p('to'),
      decided_by: p('by'),
      // What it does not hold it does not get by being decided.
      key_held: eb('key_held', '*', p('held')),
      fingerprint_held: eb('fingerprint_held', '*', p('held')),
      slot_held: eb('slot_held', '*', p('held')),
      finished_at: p('at'),
    }))
    .where('id', '=', p('id'))
    .where((eb) => eb('state', '=', literal('awaiting_approval'))),
)

const rewrite = statement<{
  id: string
  args: string
  content: string
  fingerprint: string
  slot: string | null
  slotValue: string | null
  slotGeneration: number | null
  decision: Intent['decision']
  policyVersion: number
  rule: string
  reason: string
}>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set({
      args_json: p('args'),
      content: p('content'),
      fingerprint: p('fingerprint'),
      slot: p('slot'),
      slot_value_json: p('slotValue'),
      slot_generation: p('slotGeneration'),
      decision: p('decision'),
      policy_version: p('policyVersion'),
      rule: p('rule'),
      reason: p('reason'),
    })
    .where('id', '=', p('id'))
    .where((eb) => eb('state', '=', literal('awaiting_approval'))),
)

export const findExpired = statement<{ at: number }>()((db, p) =>
  db
    .selectFrom('gateway_intent')
    .select(['id', 'account'])
    .where((eb) => eb('state', '=', literal('awaiting_approval')))
    .where('expires_at', '<=', p('at')),
)

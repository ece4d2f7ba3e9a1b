import { canonicalJson, digest } from '@armorer/core'
import { type StoreDenial } from '../store.js'
import {
  type Decided,
  type Decider,
  type DecidingBy,
  type EditInput,
  type HistoryEvent,
  type RefusedTokenInput,
  type RemarkInput,
} from '../approval-store.js'
import { type Intent, type IntentState } from '../intent.js'
import { EVERYONE } from '../audit.js'
import { ANYONE, refusalFor, type Deciding } from '../policy/deciding.js'
import { type ActivePolicy } from '../policy/policy.js'
import { insistOnPrincipal, onlyDeciders } from '../principal.js'
import { type Principal } from '../request.js'
import { openChain, type Chain } from './chain.js'
import { readControl } from './control.js'
import { type Env } from './env.js'
import { findHolder, fingerprintOf, isOver, letGo } from './holders.js'
import { addHistory, listHistory, votersOf } from './history.js'
import { getAsked, getIntent } from './intents.js'
import { activePolicy } from './policies.js'
import { toHolding, toIntent, type IntentRow } from './rows.js'
import { literal, statement } from './statement.js'
import { runOnce, type Transaction } from './transaction.js'

/** One voice for it. With as many as are wanted it goes ahead. */
export function approve(tx: Transaction, asked: Asked, env: Env): Decided {
  return decide(tx, { ...asked, to: 'approved' }, env)
}

export function reject(tx: Transaction, asked: Asked, env: Env): Decided {
  return decide(tx, { ...asked, to: 'rejected' }, env)
}

export interface Asked {
  readonly id: string
  readonly by: Decider
  readonly deciding?: DecidingBy | undefined
}

/** The person changes what will be done. It is another intent then: its keys are claimed anew, and the policy is asked again. */
export function edit(tx: Transaction, input: EditInput, env: Env): Decided {
  const refusal = onlyDeciders(input.by)
  if (refusal) return refusal
  const row = getAsked(tx, input.intent)
  const before = toIntent(row)
  const chain = openChain(tx, row.account, env.clock.now())
  const isOpen = row.state === 'awaiting_approval' && !hasExpired(row.expires_at, chain.at)
  if (!isOpen || !isWhatWasSeen(row.content, input.by)) {
    return { kind: 'moved_on', intent: before }
  }
  const active = activePolicy(tx, readControl(tx), chain.at, env)
  const notTheirs = refusalFor(decidingOf(input.deciding, active), input.by.principal, [])
  if (notTheirs !== undefined) return notApproved(notTheirs)
  const args = canonicalJson(input.args)
  // Whoever has seen it before the edit could not tell that it is another now.
  if (input.content === row.content && args !== row.args_json) {
    const reason = 'this changes only what does not tell two requests apart; reject it and ask anew'
    return { kind: 'denied', code: 'invalid_input', reason, intent: row.id }
  }
  const judgement = input.judge({ ...before, args: input.args }, active)
  if (judgement.decision.kind === 'deny' || judgement.decision.kind === 'dry_run') {
    const { rule, reason } = judgement
    return { kind: 'denied', code: 'policy', rule, reason, intent: row.id }
  }
  const { fingerprint, slotGeneration } = fingerprintOf(tx, row.account, input.content, input.slot)
  const slot = input.slot?.name ?? null
  const holder = findHolder(tx, { account: row.account, clientKey: null, fingerprint, slot })
  if (holder && holder.row.id !== row.id) {
    if (!isOver(holder, chain.at)) return { kind: 'conflict', holder: toHolding(holder.row) }
    letGo(tx, holder)
  }
  runOnce(tx, rewrite, {
    id: row.id,
    args,
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
  const by = input.by.principal.id
  const { note } = input.by
  addHistory(tx, row.id, { at: chain.at, kind: 'edited', by, note, before: before.args })
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
    const from = 'awaiting_approval'
    const to = { to: 'expired', held: 0, by: null, seal: null, at: chain.at } as const
    if (tx.run(move, { id, from, ...to }) === 0) continue
    chain.append('expired', id, {})
    chain.save()
  }
}

interface Decision extends Asked {
  readonly to: 'approved' | 'rejected'
}

function decide(tx: Transaction, { id, by, to, deciding }: Decision, env: Env): Decided {
  const refusal = onlyDeciders(by)
  if (refusal) return refusal
  const row = getAsked(tx, id)
  const chain = openChain(tx, row.account, env.clock.now())
  const isOpen =
    row.state === 'awaiting_approval'
      ? !hasExpired(row.expires_at, chain.at)
      : // What was approved and has not left yet may still be thought better of.
        row.state === 'approved' && to === 'rejected'
  if (!isOpen || !isWhatWasSeen(row.content, by)) return { kind: 'moved_on', intent: toIntent(row) }
  const active = activePolicy(tx, readControl(tx), chain.at, env)
  const terms = decidingOf(deciding, active)
  const history = listHistory(tx, id)
  const notTheirs = refusalFor(terms, by.principal, to === 'approved' ? askersOf(row, history) : [])
  if (notTheirs !== undefined) return notApproved(notTheirs)
  if (to === 'approved' && !isEnough(terms, history, by))
    return vote(tx, { row, by, history, chain })
  const held = to === 'approved' ? 1 : 0
  // The state is part of the condition: of two who decide at once, one finds nothing to decide.
  const at = held ? null : chain.at
  const seal = held ? (terms.seal?.(toIntent(row), by.principal.id) ?? null) : null
  const moved = tx.run(move, { id, from: row.state, to, held, by: by.principal.id, seal, at })
  if (moved === 0) return { kind: 'moved_on', intent: toIntent(row) }
  // Why not is read again later, by whoever has asked for it.
  if (to === 'rejected' && by.note !== undefined) {
    addHistory(tx, id, { at: chain.at, kind: 'noted', by: by.principal.id, note: by.note })
  }
  chain.append(to, id, { by: { ...by.principal }, note: by.note, content: row.content })
  chain.save()
  return { kind: 'decided', intent: getIntent(tx, id) }
}

/** Whoever wants it as it stands: who asked, and who changed it last. */
function askersOf(row: IntentRow, history: readonly HistoryEvent[]): Principal[] {
  const edit = history.findLast(({ kind }) => kind === 'edited')
  const asker = { kind: row.principal_kind, id: row.principal_id }
  return edit ? [asker, { kind: 'person', id: edit.by }] : [asker]
}

function isEnough(
  { quorum }: Deciding,
  history: readonly HistoryEvent[],
  { principal }: Decider,
): boolean {
  return new Set([...votersOf(history), principal.id]).size >= quorum
}

interface Vote {
  readonly row: IntentRow
  readonly by: Decider
  readonly history: readonly HistoryEvent[]
  readonly chain: Chain
}

/** One of several voices: it goes on waiting for the others. */
function vote(tx: Transaction, { row, by, history, chain }: Vote): Decided {
  const { principal, note } = by
  if (!votersOf(history).includes(principal.id)) {
    addHistory(tx, row.id, { at: chain.at, kind: 'voted', by: principal.id, note })
    chain.append('voted', row.id, { by: { ...principal }, note, content: row.content })
    chain.save()
  }
  return { kind: 'decided', intent: toIntent(row) }
}

/** A person says something about what waits, or does not want to see it for a while. */
export function remark(
  tx: Transaction,
  { intent: id, by, snoozeUntil }: RemarkInput,
  env: Env,
): Decided {
  const refusal = onlyDeciders(by) ?? problemWithSnooze(snoozeUntil)
  if (refusal) return refusal
  const row = getAsked(tx, id)
  if (row.state !== 'awaiting_approval') return { kind: 'moved_on', intent: toIntent(row) }
  const chain = openChain(tx, row.account, env.clock.now())
  const kind = snoozeUntil === undefined ? 'noted' : 'snoozed'
  const { principal, note } = by
  if (snoozeUntil !== undefined) runOnce(tx, setSnoozed, { id, until: snoozeUntil })
  addHistory(tx, id, { at: chain.at, kind, by: principal.id, note })
  chain.append(kind, id, { by: { ...principal }, note, until: snoozeUntil })
  chain.save()
  return { kind: 'decided', intent: getIntent(tx, id) }
}

/** Keeps that someone has tried a token that decides nothing. */
export function recordRefusedToken(
  tx: Transaction,
  { account = EVERYONE, intent = '', by, code }: RefusedTokenInput,
  env: Env,
): void {
  insistOnPrincipal(by)
  const chain = openChain(tx, account, env.clock.now())
  chain.append('token_refused', intent, { by: { ...by }, code })
  chain.save()
}

export function decidingOf(deciding: DecidingBy | undefined, active: ActivePolicy): Deciding {
  return deciding ? deciding(active) : ANYONE
}

function problemWithSnooze(until: number | undefined): StoreDenial | undefined {
  if (until === undefined || Number.isSafeInteger(until)) return undefined
  const reason = 'snoozeUntil must be a time in whole milliseconds since 1970'
  return { kind: 'denied', code: 'invalid_input', reason }
}

export function notApproved(reason: string): StoreDenial {
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
  from: IntentState
  to: IntentState
  held: number
  by: string | null
  seal: string | null
  /** When that was the end of it. */
  at: number | null
}>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      state: p('to'),
      decided_by: p('by'),
      seal: p('seal'),
      // What it does not hold it does not get by being decided.
      key_held: eb('key_held', '*', p('held')),
      fingerprint_held: eb('fingerprint_held', '*', p('held')),
      slot_held: eb('slot_held', '*', p('held')),
      finished_at: p('at'),
    }))
    .where('id', '=', p('id'))
    .where('state', '=', p('from')),
)

const setSnoozed = statement<{ id: string; until: number }>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set({ snoozed_until: p('until') })
    .where('id', '=', p('id')),
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

import { ANYONE } from '../../src/policy/deciding.js'
import { allow, askApproval, canonicalJson, deny, rehearse, type Decision } from '@armorer/core'
import { type Judgement, type Principal, type Reserve } from '../../src/index.js'
import { uuidV7 } from '../../src/ids.js'
import {
  type Claimed,
  type ClaimInput,
  type CompleteInput,
  type DispatchInput,
  type ExecuteInput,
  type Lease,
  type NewIntent,
  type Settlement,
  type Store,
  type Uses,
} from '../../src/store.js'

export const ANN: Principal = { kind: 'person', id: 'ann' }
export const BOT: Principal = { kind: 'agent', id: 'bot' }

const NOTE = { requestHash: 'f'.repeat(64), probe: { since: '9' } }

export const ALLOW = judgement(allow)
export const DENY = judgement(deny('no', 'never'), 'never', 'no')
export const ASK = judgement(askApproval('look first', 'ask'), 'ask', 'look first')
export const REHEARSE = judgement(rehearse('only rehearsed', 'rehearse'), 'rehearse')

export function judgement(decision: Decision, rule = 'all', reason = 'so it is'): Judgement {
  return {
    decision,
    rule,
    reason,
    repeatable: true,
    version: 0,
    reserves: [],
    shadows: [],
    band: 'user',
    deciding: ANYONE,
  }
}

/** All of a dimension that may be used in any span of that length. */
export type Cap = Pick<Reserve, 'dimension' | 'max' | 'windowMs'>

/** Allowed, if what it uses is within the caps. */
export function within(caps: readonly Cap[], uses: Uses = { 'post.create': 1 }) {
  const reserves = caps.map((cap) => ({
    ...cap,
    rule: `limit:${cap.dimension}`,
    amount: uses[cap.dimension] ?? 0,
  }))
  return { judge: () => ({ ...ALLOW, reserves }), uses }
}

let made = 0

/** A new intent; two of the same `content` are the same to the store. */
export function newIntent(over: Partial<NewIntent> = {}): NewIntent {
  made += 1
  const { args = { text: 'gm' } } = over
  return {
    id: uuidV7(1_700_000_000_000 + made),
    correlationId: crypto.randomUUID(),
    account: 'alice',
    principal: BOT,
    mode: 'autopilot',
    operation: 'post.create',
    class: 'create',
    args,
    argsText: canonicalJson(args),
    content: 'gm',
    clientKey: undefined,
    labels: [],
    slot: undefined,
    allowRepeat: false,
    confirmed: false,
    step: undefined,
    ...over,
  }
}

export function claimInput(
  intent: Partial<NewIntent> = {},
  over: Partial<ClaimInput> = {},
): ClaimInput {
  return {
    intent: newIntent(intent),
    judge: () => ALLOW,
    covers: () => false,
    uses: { 'post.create': 1 },
    owner: 'p1',
    writerVersion: 1,
    isCancelled: () => false,
    onBegin: () => undefined,
    ...over,
  }
}

/** Claim and dispatch in one. */
export function sendInput(intent: Partial<NewIntent> = {}, over: Partial<ClaimInput> = {}) {
  return claimInput(intent, { dispatch: NOTE, ...over })
}

export function dispatchInput(lease: Lease, over: Partial<DispatchInput> = {}): DispatchInput {
  return {
    lease,
    note: NOTE,
    judge: () => ALLOW,
    writerVersion: 1,
    isCancelled: () => false,
    onBegin: () => undefined,
    ...over,
  }
}

export function executeInput(intent: string, over: Partial<ExecuteInput> = {}): ExecuteInput {
  return {
    intent,
    owner: 'p1',
    note: NOTE,
    judge: () => ALLOW,
    uses: { 'post.create': 1 },
    writerVersion: 1,
    onBegin: () => undefined,
    ...over,
  }
}

export function completeInput(
  lease: Lease,
  settlement: Settlement = { kind: 'succeeded', value: { id: '1' } },
  record: CompleteInput['record'] = () => [],
): CompleteInput {
  return { lease, settlement, record }
}

export const FAILED: Settlement = { kind: 'failed', code: 'forbidden', message: 'no' }
export const NOT_SENT: Settlement = {
  kind: 'failed',
  code: 'not_sent',
  message: 'no way there',
  retryAfterMs: 0,
}
export const NEEDS_HUMAN: Settlement = { kind: 'needs_human', message: 'half of it is done' }
export const UNKNOWN: Settlement = { kind: 'unknown', message: 'nothing was heard' }

/** The lease of a claim that went ahead. */
export function leaseOf(claimed: Claimed | { readonly kind: string }): Lease {
  if ('lease' in claimed) return claimed.lease
  throw new Error(`it did not go ahead: ${JSON.stringify(claimed)}`)
}

/** One intent, sent and ended as said. */
export async function sendAndEnd(
  store: Store,
  intent: Partial<NewIntent> = {},
  settlement?: Settlement,
): Promise<Lease> {
  const lease = leaseOf(await store.claim(sendInput(intent)))
  await store.complete(completeInput(lease, settlement))
  return lease
}

/** One intent that waits for a person. */
export async function route(store: Store, intent: Partial<NewIntent> = {}): Promise<string> {
  const claimed = await store.claim(claimInput(intent, { judge: () => ASK }))
  if (claimed.kind !== 'routed') throw new Error(`it was not routed: ${claimed.kind}`)
  return claimed.intent.id
}

export async function kindsOf(store: Store, account = 'alice'): Promise<string[]> {
  const kinds: string[] = []
  for await (const event of store.auditTrail(account)) kinds.push(event.kind)
  return kinds
}

import { randomBytes } from 'node:crypto'
import { sealApproval, type ApprovalKeys, type TokenUse } from '../src/approval-token.js'
import { StorageError, type Decider, type Gateway, type Intent, type Ticket } from '../src/index.js'
import { between, pick, type Chance } from './attacks-chance.js'
import { type Actor, type Crew } from './attacks-crew.js'
import { ask, type Field } from './attacks-field.js'
import { farPost } from './harness/fleet-effects.js'
import { AGENT, PERSON } from './harness/small-world.js'

/** One schedule of one attack: chance decides who does what when. */
export interface Attempt extends Chance {
  readonly field: Field
  readonly account: string
}

/** A person who may decide. */
export const BY: Decider = { principal: PERSON }

const KEYS: ApprovalKeys = { current: 'ours', keys: new Map([['ours', randomBytes(32)]]) }
const THEIRS: ApprovalKeys = { current: 'ours', keys: new Map([['ours', randomBytes(32)]]) }

/** What a person does who presses the button: decide, and let it go. */
export function press(attempt: Attempt, id: string, actor?: Actor): () => Promise<string> {
  return async () => {
    const decided = await (actor ?? any(attempt)).approve(id, BY)
    await (actor ?? any(attempt)).execute(id)
    return decided.kind
  }
}

export function asked(attempt: Attempt, text = 'a'): Promise<Intent> {
  return ask(gateway(attempt), { account: attempt.account, text, idempotencyKey: text })
}

/** The same request once more: it joins what there is. */
export async function askAgain(attempt: Attempt): Promise<void> {
  const { account } = attempt
  const again = { operation: farPost, args: { text: 'a' }, account, principal: AGENT }
  await gateway(attempt).run({ ...again, idempotencyKey: 'a' })
}

export async function askConfirmed(attempt: Attempt): Promise<void> {
  const request = { operation: farPost, args: { text: 'x' }, account: attempt.account }
  await gateway(attempt).run({ ...request, principal: AGENT, confirmed: true })
}

/** A ticket that no evaluation gave. */
export function ticketOf({ id, correlationId, account, operation, generation }: Intent): Ticket {
  return { intent: id, correlationId, account, operation, generation }
}

/** A gateway that has been closed in the meantime refuses; that is an answer too. */
export async function unlessClosed(doing: Promise<unknown>): Promise<void> {
  try {
    await doing
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'closed')) throw error
  }
}

/** A mistake of the caller is thrown at the caller; anything else that is thrown is a fault. */
export async function refusedFor(doing: Promise<unknown>): Promise<void> {
  try {
    await doing
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error
  }
}

/** A token for the person, who may do anything with it; or the same with a key that is not ours. */
export function tokenFor({ field }: Attempt, intent: Intent, key: 'ours' | 'theirs' = 'ours') {
  const expiresAt = field.now() + 2 * field.times.approval
  const terms = { to: PERSON, may: ['approve', 'reject'], expiresAt } as const
  return sealApproval(intent, terms, key === 'ours' ? KEYS : THEIRS)
}

export function useOf({ field }: Attempt, token: string): TokenUse {
  return { token, decision: 'approve', by: PERSON, keys: KEYS, clock: { now: field.now } }
}

/** The same with one bit changed. */
export function flipped(attempt: Attempt, token: string): string {
  const at = between(attempt, 0, token.length - 1)
  const changed = String.fromCharCode(token.charCodeAt(at) ^ (1 << between(attempt, 0, 6)))
  return token.slice(0, at) + changed + token.slice(at + 1)
}

export function textOf({ args }: Intent): string {
  return String(Reflect.get(Object(args), 'text'))
}

export function crewOf({ field }: Attempt): Crew {
  if (!field.crew) throw new Error('this field has no crew')
  return field.crew
}

export function any(attempt: Attempt): Gateway {
  return pick(attempt, attempt.field.gateways())
}

export function gateway({ field }: Attempt): Gateway {
  return pick({ random: () => 0 }, field.gateways())
}

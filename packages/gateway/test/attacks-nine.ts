import { randomBytes } from 'node:crypto'
import { decideByToken, sealApproval, type ApprovalKeys } from '../src/approval-token.js'
import {
  type Decider,
  type Gateway,
  type Intent,
  type Principal,
  type Ticket,
} from '../src/index.js'
import { between, chance, interleave, pick, type Chance } from './attacks-chance.js'
import { type Actor, type Crew } from './attacks-crew.js'
import { ask, type Field } from './attacks-field.js'
import { farPost } from './harness/fleet-effects.js'
import { AGENT, PERSON } from './harness/small-world.js'

/** One schedule of one attack: chance decides who does what when. */
export interface Attempt extends Chance {
  readonly field: Field
  readonly account: string
}

/** Tries it, and says what must be on the far side afterwards: each of these once, and nothing else. */
export type Attack = (attempt: Attempt) => Promise<readonly string[]>

const BY: Decider = { principal: PERSON }
const BEN: Principal = { kind: 'person', id: 'ben' }
const LOOP: Principal = { kind: 'loop', id: 'autopilot' }
const KEYS: ApprovalKeys = { current: 'ours', keys: new Map([['ours', randomBytes(32)]]) }
const THEIRS: ApprovalKeys = { current: 'ours', keys: new Map([['ours', randomBytes(32)]]) }

/** An attack by its name, and whether it takes other processes. */
export interface NamedAttack {
  readonly name: string
  readonly attack: Attack
  readonly crew: boolean
}

const ALONE: Readonly<Record<string, Attack>> = {
  'same approval twice': async (attempt) => {
    const { id } = await asked(attempt)
    for (let time = between(attempt, 2, 5); time > 0; time--) {
      await any(attempt).approve(id, BY)
      await any(attempt).execute(id)
      if (chance(attempt)) await askAgain(attempt)
    }
    return ['a']
  },

  'two at once': async (attempt) => {
    const { id } = await asked(attempt)
    const approvers = Array.from({ length: between(attempt, 2, 64) }, () => press(attempt, id))
    const pressed = await interleave(attempt, approvers)
    const decided = pressed.filter((kind) => kind === 'decided').length
    if (decided !== 1) throw new Error(`${decided} of them decided`)
    return ['a']
  },

  'approval for A used for B': async (attempt) => {
    const [a, b] = [await asked(attempt, 'a'), await asked(attempt, 'b')]
    const token = sealApproval(a, termsFor(attempt), KEYS)
    await any(attempt).approve(a.id, BY)
    await interleave(attempt, [
      () => any(attempt).execute(b.id),
      () => any(attempt).approve(b.id, { ...BY, content: a.content }),
      () => any(attempt).edit(a.id, BY, b.args),
      () => decideByToken(any(attempt), { ...useOf(attempt, token), decision: 'reject' }),
      () => any(attempt).execute(a.id),
      () => any(attempt).executeApproved(),
    ])
    return ['a']
  },

  forged: async (attempt) => {
    const intent = await asked(attempt)
    const { id } = intent
    const forged = sealApproval(intent, termsFor(attempt), THEIRS)
    const tokens = [forged, flipped(attempt, sealApproval(intent, termsFor(attempt), KEYS))]
    await interleave(attempt, [
      ...tokens.map((token) => () => decideByToken(any(attempt), useOf(attempt, token))),
      () => any(attempt).execute(id),
      () => refusedFor(any(attempt).execute(crypto.randomUUID())),
      () => any(attempt).approve(id, { ...BY, content: 'f'.repeat(64) }),
      () => askConfirmed(attempt),
      () => refusedFor(gateway(attempt).dispatch(ticketOf(intent))),
      () => any(attempt).executeApproved(),
    ])
    return []
  },

  expired: async (attempt) => {
    const intent = await asked(attempt)
    const { id } = intent
    const token = sealApproval(intent, termsFor(attempt), KEYS)
    const inTime = chance(attempt)
    const { approval } = attempt.field.times
    await attempt.field.wait(inTime ? approval - 1 : approval)
    await interleave(attempt, [
      press(attempt, id),
      press(attempt, id),
      () => decideByToken(any(attempt), useOf(attempt, token)),
      () => any(attempt).executeApproved(),
    ])
    return inTime ? ['a'] : []
  },

  'edited at rest': async (attempt) => {
    const { id, args } = await asked(attempt)
    const early = chance(attempt)
    if (early) await attempt.field.rewrite(id, { text: 'buy now' })
    await any(attempt).approve(id, BY)
    if (!early) await attempt.field.rewrite(id, { text: 'buy now' })
    await interleave(attempt, [press(attempt, id), press(attempt, id)])
    if (early || chance(attempt)) return []
    await attempt.field.rewrite(id, args)
    return ['a']
  },

  'other principal': async (attempt) => {
    const intent = await asked(attempt)
    const token = sealApproval(intent, termsFor(attempt), KEYS)
    const agent = { ...AGENT, id: PERSON.id }
    await interleave(attempt, [
      ...[AGENT, agent, LOOP].map(
        (principal) => () => any(attempt).approve(intent.id, { principal }),
      ),
      ...[BEN, agent, LOOP].map(
        (by) => () => decideByToken(any(attempt), { ...useOf(attempt, token), by }),
      ),
      () => any(attempt).executeApproved(),
    ])
    if (chance(attempt)) return []
    await decideByToken(any(attempt), useOf(attempt, token))
    return ['a']
  },

  'after restart': async (attempt) => {
    const intent = await asked(attempt)
    const token = sealApproval(intent, termsFor(attempt), KEYS)
    const steps = [press(attempt, intent.id), press(attempt, intent.id)]
    if (chance(attempt)) await any(attempt).approve(intent.id, BY)
    for (const step of steps) {
      await attempt.field.restart()
      await step()
    }
    await decideByToken(any(attempt), useOf(attempt, token))
    return ['a']
  },
}

const WITH_CREW: Readonly<Record<string, Attack>> = {
  'from two processes': async (attempt) => {
    const { id } = await asked(attempt)
    const members = crewOf(attempt).members()
    const pressed = await interleave(
      attempt,
      Array.from({ length: between(attempt, 2, 8) }, (_, index) =>
        press(attempt, id, members[index % members.length]),
      ),
    )
    const decided = pressed.filter((kind) => kind === 'decided').length
    if (decided !== 1) throw new Error(`${decided} of them decided`)
    return ['a']
  },

  'after restart': async (attempt) => {
    const { id } = await asked(attempt)
    const crew = crewOf(attempt)
    const [doomed, other] = crew.members()
    const pressing = Promise.allSettled([press(attempt, id, doomed)()])
    await new Promise((done) => setTimeout(done, between(attempt, 0, 12)))
    await crew.kill(0)
    await pressing
    await interleave(attempt, [press(attempt, id, other), press(attempt, id, crew.members()[0])])
    return ['a']
  },
}

/** Everything that can happen to an approval, in any order, at once: what was approved, if anything was, is what leaves. */
async function anyOrder(attempt: Attempt): Promise<readonly string[]> {
  const { id, content } = await asked(attempt)
  const approved: string[] = []
  const approve = async (seen?: string) => {
    const decided = await any(attempt).approve(id, { ...BY, content: seen })
    if (decided.kind === 'decided') approved.push(textOf(decided.intent))
  }
  const acts: Array<() => Promise<unknown>> = [
    () => approve(),
    () => approve(content),
    () => any(attempt).edit(id, BY, { text: 'b' }),
    () => any(attempt).edit(id, { ...BY, content }, { text: 'c' }),
    () => any(attempt).reject(id, BY),
    () => any(attempt).execute(id),
    () => any(attempt).executeApproved(),
    () => attempt.field.wait(attempt.field.times.approval),
  ]
  const chosen = Array.from({ length: between(attempt, 3, 12) }, () => pick(attempt, acts))
  await interleave(attempt, chosen)
  if (approved.length > 1) throw new Error(`it was approved ${approved.length} times`)
  return approved
}

/** All nine, and whatever else can happen to an approval in any order. */
export const ATTACKS: readonly NamedAttack[] = [
  ...Object.entries(ALONE).map(([name, attack]) => ({ name, attack, crew: false })),
  ...Object.entries(WITH_CREW).map(([name, attack]) => ({ name, attack, crew: true })),
  { name: 'in any order', attack: anyOrder, crew: false },
]

/** What a person does who presses the button: decide, and let it go. */
function press(attempt: Attempt, id: string, actor?: Actor): () => Promise<string> {
  return async () => {
    const decided = await (actor ?? any(attempt)).approve(id, BY)
    await (actor ?? any(attempt)).execute(id)
    return decided.kind
  }
}

function asked(attempt: Attempt, text = 'a'): Promise<Intent> {
  return ask(gateway(attempt), { account: attempt.account, text, idempotencyKey: text })
}

/** The same request once more: it joins what there is. */
async function askAgain(attempt: Attempt): Promise<void> {
  const { account } = attempt
  const again = { operation: farPost, args: { text: 'a' }, account, principal: AGENT }
  await gateway(attempt).run({ ...again, idempotencyKey: 'a' })
}

async function askConfirmed(attempt: Attempt): Promise<void> {
  const request = { operation: farPost, args: { text: 'x' }, account: attempt.account }
  await gateway(attempt).run({ ...request, principal: AGENT, confirmed: true })
}

/** A ticket that no evaluation gave. */
function ticketOf({ id, correlationId, account, operation, generation }: Intent): Ticket {
  return { intent: id, correlationId, account, operation, generation }
}

/** A mistake of the caller is thrown at the caller; anything else that is thrown is a fault. */
async function refusedFor(doing: Promise<unknown>): Promise<void> {
  try {
    await doing
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error
  }
}

function termsFor({ field }: Attempt) {
  const may = ['approve', 'reject'] as const
  return { to: PERSON, may, expiresAt: field.now() + 2 * field.times.approval }
}

function useOf({ field }: Attempt, token: string) {
  const clock = { now: field.now }
  return { token, decision: 'approve', by: PERSON, keys: KEYS, clock } as const
}

function flipped(attempt: Attempt, token: string): string {
  const at = between(attempt, 0, token.length - 1)
  const changed = String.fromCharCode(token.charCodeAt(at) ^ (1 << between(attempt, 0, 6)))
  return token.slice(0, at) + changed + token.slice(at + 1)
}

function textOf({ args }: Intent): string {
  return String(Reflect.get(Object(args), 'text'))
}

function crewOf({ field }: Attempt): Crew {
  if (!field.crew) throw new Error('this field has no crew')
  return field.crew
}

function any(attempt: Attempt): Gateway {
  return pick(attempt, attempt.field.gateways())
}

function gateway({ field }: Attempt): Gateway {
  return pick({ random: () => 0 }, field.gateways())
}

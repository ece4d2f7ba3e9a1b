import { decideByToken } from '../src/approval-token.js'
import { type Principal } from '../src/index.js'
import { between, chance, interleave, pick } from './attacks-chance.js'
import {
  any,
  askAgain,
  askConfirmed,
  asked,
  BY,
  crewOf,
  flipped,
  gateway,
  press,
  refusedFor,
  textOf,
  ticketOf,
  tokenFor,
  unlessClosed,
  useOf,
  type Attempt,
} from './attacks-moves.js'
import { AGENT, PERSON } from './harness/small-world.js'

/** Tries it, and says what must be on the far side afterwards: each of these once, and nothing else. */
export type Attack = (attempt: Attempt) => Promise<readonly string[]>

const BEN: Principal = { kind: 'person', id: 'ben' }
const LOOP: Principal = { kind: 'loop', id: 'autopilot' }

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
    const token = tokenFor(attempt, a)
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
    const forged = tokenFor(attempt, intent, 'theirs')
    const tokens = [forged, flipped(attempt, tokenFor(attempt, intent))]
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
    const token = tokenFor(attempt, intent)
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
    const token = tokenFor(attempt, intent)
    const agent = { ...AGENT, id: PERSON.id }
    await interleave(attempt, [
      ...[AGENT, agent, LOOP, BEN].map(
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
    const token = tokenFor(attempt, intent)
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

/** Everything that can happen to an approval, in any order, at once: what was approved, and not rejected before it left, leaves. */
async function anyOrder(attempt: Attempt): Promise<readonly string[]> {
  const { id, content } = await asked(attempt)
  const approved: string[] = []
  const approve = async (seen?: string) => {
    const decided = await any(attempt).approve(id, { ...BY, content: seen })
    if (decided.kind === 'decided') approved.push(textOf(decided.intent))
  }
  let isRejected = false
  const reject = async () => {
    const decided = await any(attempt).reject(id, BY)
    if (decided.kind === 'decided') isRejected = true
  }
  const acts: Array<() => Promise<unknown>> = [
    () => approve(),
    () => approve(content),
    () => any(attempt).edit(id, BY, { text: 'b' }),
    () => any(attempt).edit(id, { ...BY, content }, { text: 'c' }),
    () => reject(),
    () => any(attempt).execute(id),
    () => any(attempt).executeApproved(),
    () => attempt.field.wait(attempt.field.times.approval),
    () => attempt.field.restart(),
  ]
  const chosen = Array.from({ length: between(attempt, 3, 12) }, () => pick(attempt, acts))
  await interleave(
    attempt,
    chosen.map((act) => () => unlessClosed(act())),
  )
  if (approved.length > 1) throw new Error(`it was approved ${approved.length} times`)
  return isRejected ? [] : approved
}

/** All nine, and whatever else can happen to an approval in any order. */
export const ATTACKS: readonly NamedAttack[] = [
  ...Object.entries(ALONE).map(([name, attack]) => ({ name, attack, crew: false })),
  ...Object.entries(WITH_CREW).map(([name, attack]) => ({ name, attack, crew: true })),
  { name: 'in any order', attack: anyOrder, crew: false },
]

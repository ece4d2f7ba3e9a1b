import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  decideByToken,
  openApproval,
  sealApproval,
  type ApprovalKeys,
  type ApprovalTerms,
  type TokenUse,
} from '../src/approval-token.js'
import { effect, operation, rulesPolicy, spendPermit, type Intent } from '../src/index.js'
import { AGENT, createSmallWorld, PERSON, TIMES, type SmallWorld } from './harness/small-world.js'

const ASK = rulesPolicy([{ id: 'ask', action: 'require_approval', repeat: true }])
const KEYS: ApprovalKeys = { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }
const BEN = { kind: 'person', id: 'ben' } as const

test('a token decides what it was made for, once', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { token, use } = await issue(world)

  expect(await use()).toMatchObject({ kind: 'decided', intent: { state: 'approved' } })
  await world.gateway.executeApproved()
  expect(world.far.posts).toMatchObject([{ text: 'gm' }])

  expect(await refusal(world, () => use())).toEqual({ code: 'stale', left: 0 })
  expect(await refusal(world, () => use({ token, decision: 'reject' }))).toEqual({
    code: 'stale',
    left: 0,
  })
})

test('of many who use it at once, in two processes, one decides', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const other = world.open().gateway
  const { use } = await issue(world)

  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => use({}, index % 2 === 0 ? world.gateway : other)),
  )

  expect(answers.filter(({ kind }) => kind === 'decided')).toHaveLength(1)
})

test('a token for refusing refuses, and approves nothing', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { use } = await issue(world, { may: ['reject'] })

  expect(await refusal(world, () => use({ decision: 'approve' }))).toEqual({
    code: 'other_decision',
    left: 0,
  })
  expect(await use({ decision: 'reject' })).toMatchObject({ intent: { state: 'rejected' } })
})

test('nobody but the person it was made for can use it', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { use } = await issue(world)

  expect(await refusal(world, () => use({ by: BEN }))).toEqual({ code: 'other_principal', left: 0 })
  expect(await refusal(world, () => use({ by: { ...AGENT, id: PERSON.id } }))).toEqual({
    code: 'other_principal',
    left: 0,
  })
})

test('its time ends when it says so, and with the approval at the latest', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const short = await issue(world, { expiresAt: world.clock.now() + 10 })
  const long = await issue(world, { expiresAt: Number.MAX_SAFE_INTEGER }, 'hello')

  world.clock.advance(10)
  expect(await refusal(world, () => short.use())).toEqual({ code: 'expired', left: 0 })
  world.clock.advance(TIMES.approval)
  expect(await refusal(world, () => long.use())).toEqual({ code: 'expired', left: 0 })
})

test('after an edit it is for something that there is no more', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { use, intent } = await issue(world)
  await world.gateway.edit(intent.id, { principal: PERSON }, { text: 'good morning' })

  expect(await refusal(world, () => use())).toEqual({ code: 'stale', left: 0 })
})

test('an edit that nobody could see is refused', async () => {
  const sent: string[] = []
  const greet = operation({ name: 'greet', input: z.object({ text: z.string(), to: z.string() }) })
  const greeting = effect({
    operation: greet,
    class: 'create',
    identity: ({ text }) => ({ text }),
    encode: ({ to }) => ({ to }),
    async send(permit, request) {
      spendPermit(permit, request)
      sent.push(request.to)
      return { kind: 'applied', value: null }
    },
  })
  await using world = createSmallWorld({ policy: ASK, effects: [greeting] })
  const asked = { ...world.post(''), operation: greet, args: { text: 'gm', to: 'ann' } }
  const intent = await routed(world, asked)
  const token = sealApproval(intent, termsOf(world), KEYS)
  const unseen = { text: 'gm', to: 'mallory' }
  expect(await world.gateway.edit(intent.id, { principal: PERSON }, unseen)).toMatchObject({
    kind: 'denied',
    code: 'invalid_input',
  })

  await decideByToken(world.gateway, useOf(world, token))
  await world.gateway.executeApproved()
  expect(sent).toEqual(['ann'])
})

test('whatever is tried with a token that decides nothing is on record', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { intent, use } = await issue(world)
  await use()
  await use()
  await use({ token: 'apt1.k.forged' })
  await use({ by: { kind: 'person', id: 'eve' } })

  const kept = []
  for (const account of ['alice', '*']) {
    for await (const { kind, intent: about, payload } of world.gateway.auditTrail(account)) {
      if (kind === 'token_refused') kept.push([about, Reflect.get(Object(payload), 'code')])
    }
  }
  expect(kept).toEqual([
    [intent.id, 'stale'],
    [intent.id, 'other_principal'],
    ['', 'unknown_key'],
  ])
})

test('a token with any bit changed says nothing', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { token, use } = await issue(world)
  const bits = fc.record({ at: fc.nat(token.length - 1), bit: fc.nat(6) })

  await fc.assert(
    fc.asyncProperty(bits, async ({ at, bit }) => {
      const changed = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit))
      const forged = token.slice(0, at) + changed + token.slice(at + 1)
      const { code } = await refusedBy(() => use({ token: forged }))
      expect(['unreadable', 'unknown_key']).toContain(code)
    }),
    { numRuns: 300 },
  )
  expect(await sentBy(world)).toBe(0)
  expect(await use()).toMatchObject({ kind: 'decided' })
})

test('another spelling of the same bytes is not the token', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { token, use } = await issue(world)

  for (const spelling of [`${token}=`, `${token}\n`, `${token}!`, ` ${token}`, `${token}.`]) {
    expect((await refusedBy(() => use({ token: spelling }))).code).toBe('unreadable')
  }
})

test('parts of two tokens do not make a third', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const [one, two] = [await issue(world), await issue(world, {}, 'hello')]
  const cut = fc.nat(Math.min(one.token.length, two.token.length) - 1)

  await fc.assert(
    fc.asyncProperty(cut, async (at) => {
      const mixed = one.token.slice(0, at) + two.token.slice(at)
      fc.pre(mixed !== one.token && mixed !== two.token)
      expect((await refusedBy(() => one.use({ token: mixed }))).code).toBe('unreadable')
    }),
    { numRuns: 200 },
  )
  expect(await sentBy(world)).toBe(0)
})

test('a claim that was swapped for another, and sealed with another key, is not believed', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { intent, use } = await issue(world)
  const theirs = { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }
  const swaps = fc.constantFrom<Partial<Intent>>(
    { content: 'f'.repeat(64) },
    { account: 'bob' },
    { operation: 'post.delete' },
    { policyVersion: 7 },
    { queueId: 99 },
    { args: { text: 'buy now' } },
  )

  await fc.assert(
    fc.asyncProperty(swaps, async (swap) => {
      const forged = sealApproval({ ...intent, ...swap }, termsOf(world), theirs)
      expect((await refusedBy(() => use({ token: forged }))).code).toBe('unreadable')
      const wrong = sealApproval({ ...intent, ...swap }, termsOf(world), KEYS)
      expect((await refusedBy(() => use({ token: wrong }))).code).toBe('stale')
    }),
    { numRuns: 30 },
  )
  expect(await sentBy(world)).toBe(0)
})

test('a key that is on its way out still opens what it has sealed, until it is gone', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { token, use } = await issue(world)
  const twin = KEYS.keys.get('k1') ?? randomBytes(32)
  const later = {
    current: 'k2',
    keys: new Map([...KEYS.keys, ['k2', randomBytes(32)], ['k3', twin]]),
  }
  const afterwards = { current: 'k2', keys: new Map([['k2', randomBytes(32)]]) }

  expect(openApproval(token, later, 0)).toMatchObject({ kind: 'opened', claims: { to: 'ann' } })
  expect(await refusal(world, () => use({ keys: afterwards }))).toEqual({
    code: 'unknown_key',
    left: 0,
  })
  // Under the name of another key it is not what was sealed, even if that key is the same.
  for (const name of ['.k2.', '.k3.']) {
    const renamed = token.replace('.k1.', name)
    expect(await refusal(world, () => use({ token: renamed, keys: later }))).toEqual({
      code: 'unreadable',
      left: 0,
    })
  }
  expect(await use({ keys: later })).toMatchObject({ kind: 'decided' })
})

test('what cannot be decided by a token gets none', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { intent } = await issue(world)
  const terms = termsOf(world)

  expect(() => sealApproval({ ...intent, state: 'approved' }, terms, KEYS)).toThrow(RangeError)
  expect(() => sealApproval(intent, { ...terms, to: AGENT }, KEYS)).toThrow(TypeError)
  expect(() => sealApproval(intent, { ...terms, may: [] }, KEYS)).toThrow(RangeError)
  expect(() => sealApproval(intent, terms, { ...KEYS, current: 'k9' })).toThrow(RangeError)
  const dotted = { current: 'k.1', keys: new Map([['k.1', randomBytes(32)]]) }
  expect(() => sealApproval(intent, terms, dotted)).toThrow(RangeError)
  const short = { current: 'k1', keys: new Map([['k1', randomBytes(16)]]) }
  expect(() => sealApproval(intent, terms, short)).toThrow(RangeError)
})

test('a link shows nothing of what it is about', async () => {
  await using world = createSmallWorld({ policy: ASK })
  // Long enough not to be there by chance.
  const to = { kind: 'person', id: 'someone-with-a-name' } as const
  const { token, intent } = await issue(world, { to })
  const shown = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))

  for (const secret of [intent.account, intent.operation, intent.id, intent.content, to.id]) {
    expect([token, ...shown].filter((text) => text.includes(secret))).toEqual([])
  }
})

/** A token for a new approval, and how to use it, as its holder does or otherwise. */
async function issue(world: SmallWorld, terms: Partial<ApprovalTerms> = {}, text = 'gm') {
  const intent = await routed(world, world.post(text, { principal: AGENT }))
  const token = sealApproval(intent, { ...termsOf(world), ...terms }, KEYS)
  const use = (over: Partial<TokenUse> = {}, gateway = world.gateway) =>
    decideByToken(gateway, { ...useOf(world, token), ...over })
  return { intent, token, use }
}

function termsOf({ clock }: SmallWorld): ApprovalTerms {
  return { to: PERSON, may: ['approve', 'reject'], expiresAt: clock.now() + 1_000 }
}

function useOf({ clock }: SmallWorld, token: string): TokenUse {
  return { token, decision: 'approve', by: PERSON, keys: KEYS, clock }
}

async function routed(world: SmallWorld, request: Parameters<SmallWorld['gateway']['run']>[0]) {
  const outcome = await world.gateway.run(request)
  if (outcome.kind !== 'needs_approval') throw new Error(`it was ${outcome.kind}`)
  const intent = await world.gateway.show(outcome.intent)
  if (!intent) throw new Error('it is not there')
  return intent
}

async function refusedBy(act: () => ReturnType<typeof decideByToken>) {
  const answer = await act()
  if (answer.kind !== 'refused') throw new Error(`it was ${answer.kind}`)
  return answer
}

/** Why it is refused, and how much leaves then, whatever anyone executes. */
async function refusal(world: SmallWorld, act: () => ReturnType<typeof decideByToken>) {
  const before = world.far.requests
  const { code } = await refusedBy(act)
  await world.gateway.executeApproved()
  return { code, left: world.far.requests - before }
}

/** How much has left by now, and does when someone executes what was approved. */
async function sentBy(world: SmallWorld): Promise<number> {
  await world.gateway.executeApproved()
  return world.far.requests
}

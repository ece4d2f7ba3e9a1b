import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BREAKERS,
  type Effect,
  type EffectSpec,
  type GatewayRequest,
  type Look,
  type Sent,
} from '../src/index.js'
import {
  AGENT,
  createFarSide,
  createSmallWorld,
  effectsOn,
  judgedBy,
  limitedTo,
  PERSON,
  postThread,
  rulesOf,
  TIMES,
  type Behaviour,
  type SmallWorld,
} from './harness/small-world.js'

const TEXTS = ['one', 'two', 'three', 'four']
const BY = { principal: PERSON }

test('the steps go out in order, and each knows the one before', async () => {
  await using world = createSmallWorld()

  expect(await world.gateway.run(thread())).toMatchObject({
    kind: 'executed',
    value: { ids: ['1', '2', '3', '4'] },
  })

  expectWhole(world)
  expect(await world.gateway.run(thread())).toMatchObject({
    kind: 'replayed',
    value: { ids: ['1', '2', '3', '4'] },
  })
  expect(world.far.requests).toBe(4)
})

test('steps that say the same are two, and neither is what was posted by itself a moment ago', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('gm'))

  await world.gateway.run(thread({ texts: ['gm', 'gm'] }))

  expect(world.far.posts.map(({ text }) => text)).toEqual(['gm', 'gm', 'gm'])
})

test('a step of which nothing was heard stops it, until that is found out', async () => {
  await using world = createSmallWorld()
  world.far.script.push('ok', 'drop_after')

  expect(await world.gateway.run(thread())).toMatchObject({
    kind: 'unknown',
    message: expect.stringContaining('step 2 of 4'),
  })
  expect(world.far.posts).toHaveLength(2)
  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'unknown' })
  expect(world.far.posts).toHaveLength(2)

  await tend(world)
  expectWhole(world)
  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'replayed' })
})

test('refused at its first step, nothing is done, and it may be asked for again', async () => {
  await using world = createSmallWorld()
  world.far.script.push('refuse')

  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'failed', code: 'forbidden' })
  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'executed' })
  expectWhole(world)
})

test('refused later, it is left to a person, and goes on from there on their word', async () => {
  await using world = createSmallWorld()
  world.far.script.push('ok', 'ok', 'refuse')
  const outcome = await world.gateway.run(thread())
  expect(outcome).toMatchObject({
    kind: 'needs_human',
    message: expect.stringContaining('step 3 of 4'),
  })
  const intent = 'intent' in outcome ? String(outcome.intent) : ''
  expect(await world.gateway.show(intent)).toMatchObject({ evidence: { done: 2, of: 4 } })
  expect(await world.gateway.outcome(intent)).toMatchObject({
    message: expect.stringContaining('step 3 of 4'),
  })
  // Asking again does not begin again.
  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'needs_human' })
  await tend(world)
  expect(world.far.posts).toHaveLength(2)

  await world.gateway.resolve(intent, BY, { kind: 'go_on' })
  await tend(world)

  expectWhole(world)
  expect(await world.gateway.outcome(intent)).toMatchObject({ kind: 'replayed' })
})

test('paused in the middle, it goes on when the pause is over', async () => {
  await using world = createSmallWorld()
  const { gateway } = world
  world.far.script.push('ok', 'drop_before')
  await gateway.run(thread())
  await gateway.pause({ account: 'alice', by: PERSON, reason: 'stop' })
  await tend(world)
  expect(world.far.posts).toHaveLength(1)

  await gateway.resume({ account: 'alice', by: PERSON, reason: 'go' })
  await tend(world, world.open().gateway)

  expectWhole(world)
})

test('what all steps use is reserved before the first', async () => {
  const policy = limitedTo({ id: 'posts', dimension: 'post.create', max: 3, per: '1h' })
  await using world = createSmallWorld({ policy })

  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'denied', code: 'limit' })
  expect(world.far.posts).toEqual([])
  expect(await world.gateway.run(thread({ texts: TEXTS.slice(1) }))).toMatchObject({
    kind: 'executed',
  })
})

test('a person approves the whole, and not each step again', async () => {
  const policy = rulesOf({ id: 'ask', action: 'require_approval', principals: ['agent'] })
  await using world = createSmallWorld({ policy })
  const asked = await world.gateway.run(thread({}, { principal: AGENT }))
  expect(asked).toMatchObject({ kind: 'needs_approval' })
  const intent = 'intent' in asked ? String(asked.intent) : ''

  await world.gateway.approve(intent, BY)
  expect(await world.gateway.execute(intent)).toMatchObject({ kind: 'executed' })

  expectWhole(world)
})

test('an approved one whose first step cannot be sent, or is paused, is tried again', async () => {
  const asking = rulesOf({ id: 'ask', action: 'require_approval', principals: ['agent'] })
  let meanwhile = (): unknown => undefined
  const policy = judgedBy(({ operation }) => operation === postThread.name && meanwhile(), asking)
  await using world = createSmallWorld({ policy })
  const { gateway } = world
  const asked = await gateway.run(thread({}, { principal: AGENT }))
  const intent = 'intent' in asked ? String(asked.intent) : ''
  await gateway.approve(intent, BY)
  world.far.script.push('not_connected')

  expect(await gateway.execute(intent)).toMatchObject({
    kind: 'in_progress',
    message: expect.stringContaining('step 1 of 4: connection refused'),
  })
  world.clock.advance(TIMES.readGap)
  // It comes when the whole is on its way, and before its first step is.
  meanwhile = () => gateway.pause({ by: PERSON, reason: 'wait' })
  expect(await gateway.executeApproved()).toMatchObject([
    { kind: 'in_progress', message: expect.stringContaining('step 1 of 4: everything is paused') },
  ])
  expect(world.far.posts).toEqual([])
  meanwhile = () => undefined
  await gateway.resume({ by: PERSON, reason: 'go' })
  world.clock.advance(TIMES.readGap)
  expect(await gateway.executeApproved()).toMatchObject([{ kind: 'executed' }])
  expectWhole(world)
})

test('an outage pauses no account because of an approved one', async () => {
  const policy = rulesOf({ id: 'ask', action: 'require_approval', principals: ['agent'] })
  await using world = createSmallWorld({ policy, breakers: BREAKERS })
  const { gateway } = world
  const asked = await gateway.run(thread({}, { principal: AGENT }))
  await gateway.approve('intent' in asked ? String(asked.intent) : '', BY)
  world.far.script.push(...Array<Behaviour>(5).fill('not_connected'))

  for (let round = 0; round < 7; round++) {
    await gateway.executeApproved()
    world.clock.advance(TIMES.readGap * 10)
  }

  expect(await gateway.control('alice')).toMatchObject({ paused: false })
  expectWhole(world)
})

test('an approved one that will not pass has failed, and is one failure', async () => {
  const policy = rulesOf({ id: 'ask', action: 'require_approval', principals: ['agent'] })
  const send = async (): Promise<Sent> => ({ kind: 'not_sent', message: 'a bad certificate' })
  const effects = withPosts({ send })
  await using world = createSmallWorld({ effects, policy, breakers: BREAKERS })
  const { gateway } = world
  const asked = await gateway.run(thread({}, { principal: AGENT }))
  const intent = 'intent' in asked ? String(asked.intent) : ''
  await gateway.approve(intent, BY)

  expect(await gateway.execute(intent)).toMatchObject({ kind: 'failed', code: 'not_sent' })
  world.clock.advance(TIMES.readGap)
  expect(await gateway.executeApproved()).toEqual([])
})

test('two that are refused at their first step are two failures', async () => {
  await using world = createSmallWorld({ breakers: { ...BREAKERS, failures: 3, refusals: 100 } })
  for (const text of ['a', 'b']) {
    world.far.script.push('refuse')
    await world.gateway.run(thread({ texts: [text, 'x'] }))
  }

  expect(await world.gateway.control('alice')).toMatchObject({ paused: false })
})

test.each([
  ['asked for', PERSON],
  ['approved', AGENT],
])('one that was %s is left to a person with its first step', async (_, principal) => {
  const far = createFarSide()
  const reconcile = async (): Promise<Look> => ({ kind: 'ambiguous', evidence: { two: true } })
  const policy = rulesOf({ id: 'ask', action: 'require_approval', principals: ['agent'] })
  await using world = createSmallWorld({ effects: withPosts({ reconcile }, far), policy })
  const { gateway } = world
  far.script.push('drop_after')
  const asked = await gateway.run(thread({}, { principal }))
  const intent = 'intent' in asked ? String(asked.intent) : ''
  await gateway.approve(intent, BY)
  await gateway.execute(intent)
  for (let round = 0; round < 8; round++) {
    world.clock.advance(TIMES.settle)
    await gateway.reconcile()
    await gateway.executeApproved()
  }

  expect(await gateway.show(intent)).toMatchObject({ state: 'needs_human' })
  expect(await gateway.run(thread())).toMatchObject({ kind: 'needs_human' })
  expect(far.posts.map(({ text }) => text)).toEqual(['one'])
})

test('one whose first step is partly done is left to a person', async () => {
  let sent = 0
  const send = async (): Promise<Sent> => {
    sent += 1
    return { kind: 'partial', message: 'half' }
  }
  await using world = createSmallWorld({ effects: withPosts({ send }) })

  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'needs_human' })
  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'needs_human' })
  expect(sent).toBe(1)
})

test('one that a pause has stopped says so', async () => {
  let meanwhile = (): unknown => undefined
  const policy = judgedBy(({ operation }) => operation === postThread.name && meanwhile())
  await using world = createSmallWorld({ policy })
  meanwhile = () => world.gateway.pause({ by: PERSON, reason: 'wait' })

  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'failed', code: 'paused' })
})

test('a rule that denies a step holds for steps too', async () => {
  await using world = createSmallWorld({
    policy: rulesOf({ id: 'no', action: 'deny', operations: ['post.create'] }),
  })

  expect(await world.gateway.run(thread())).toMatchObject({ kind: 'failed', code: 'policy' })
  expect(world.far.posts).toEqual([])
})

const FAULTS: readonly Behaviour[] = [
  'ok',
  'drop_before',
  'drop_after',
  'error_before',
  'error_after',
  'bad_body',
  'not_connected',
]

test('whatever happens on the way, each step goes out once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...FAULTS), { maxLength: 12 }), async (script) => {
      await using world = createSmallWorld()
      world.far.script.push(...script)
      for (let round = 0; round < 12 && world.far.posts.length < TEXTS.length; round++) {
        const { gateway } = world.open()
        await gateway.run(thread())
        await tend(world, gateway)
      }
      await tend(world)
      expectWhole(world)
      expect(await world.gateway.run(thread())).toMatchObject({ kind: 'replayed' })
    }),
    { numRuns: 40 },
  )
})

/** The effects of a small world, with something else in place of part of what posts. */
function withPosts(over: Partial<EffectSpec>, far = createFarSide()): Effect[] {
  return effectsOn(far).map((one) =>
    one.operation.name === 'post.create' ? ({ ...one, ...over } as Effect) : one,
  )
}

function thread(
  { texts = TEXTS }: { texts?: readonly string[] } = {},
  more: Partial<GatewayRequest> = {},
): GatewayRequest {
  return {
    operation: postThread,
    args: { texts: [...texts] },
    account: 'alice',
    principal: PERSON,
    idempotencyKey: texts.join(' '),
    ...more,
  }
}

/** Time passes, and someone looks after what was left. */
async function tend(world: SmallWorld, gateway = world.gateway): Promise<void> {
  for (let round = 0; round < 8; round++) {
    world.clock.advance(TIMES.settle + TIMES.readGap)
    await gateway.reconcile()
  }
}

function expectWhole({ far }: SmallWorld): void {
  expect(far.posts.map(({ text }) => text)).toEqual(TEXTS)
  expect(far.posts.map(({ replyTo }) => replyTo)).toEqual([
    undefined,
    ...far.posts.slice(0, -1).map(({ id }) => id),
  ])
}

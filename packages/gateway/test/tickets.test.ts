import { expect, test } from 'vitest'
import { rulesPolicy, spendPermit, type GatewayDecision, type Ticket } from '../src/index.js'
import { done, oneEffectWorld } from './harness/one-effect.js'
import { AGENT, ALLOW_ALL, createSmallWorld, PERSON, TIMES } from './harness/small-world.js'

test('evaluate, dispatch and complete, one after the other', async () => {
  await using world = createSmallWorld()
  const ticket = proceed(await world.gateway.evaluate(world.post('gm')))

  const dispatched = await world.gateway.dispatch(ticket)
  if (dispatched.kind !== 'dispatched') throw new Error(dispatched.kind)
  spendPermit(dispatched.permit, dispatched.request)
  const outcome = await world.gateway.completeSuccess(ticket, {
    value: { id: '9' },
    externalId: '9',
  })

  expect(outcome).toMatchObject({
    kind: 'executed',
    value: { id: '9' },
    undo: { args: { id: '9' } },
  })
  expect(await world.gateway.evaluate(world.post('gm'))).toMatchObject({
    kind: 'duplicate',
    value: { id: '9' },
  })
})

test('only what proceeds has a ticket', async () => {
  const rules = rulesPolicy([
    { id: 'all', action: 'allow' },
    { id: 'ask', action: 'require_approval', modes: ['ask'] },
    { id: 'rehearse', action: 'dry_run', modes: ['rehearse'] },
    { id: 'no', action: 'deny', modes: ['no'] },
  ])
  await using world = createSmallWorld({ policy: rules })
  const decide = async (text: string, mode: string) =>
    world.gateway.evaluate(world.post(text, { mode }))

  expect(await decide('a', 'ask')).toMatchObject({ kind: 'routed_to_approval', queueId: 1 })
  expect(await decide('b', 'rehearse')).toMatchObject({ kind: 'dry_run', preview: { text: 'b' } })
  expect(await decide('c', 'no')).toMatchObject({ kind: 'denied', rule: 'no' })
  expect(await decide('d', 'any')).toMatchObject({ kind: 'proceed' })
  expect(await decide('d', 'any')).toMatchObject({ kind: 'in_progress' })
})

test('unknown, conflict and needs_human are decisions too', async () => {
  await using world = oneEffectWorld(() => ({ kind: 'unknown', message: 'hm' }))
  const key = { idempotencyKey: 'k' }
  await world.run('a', key)

  expect(await world.gateway.evaluate(world.ask('a', key))).toMatchObject({ kind: 'unknown' })
  expect(await world.gateway.evaluate(world.ask('b', key))).toMatchObject({ kind: 'conflict' })
  world.clock.advance(TIMES.settle)
  await world.gateway.reconcile()
  expect(await world.gateway.evaluate(world.ask('a', key))).toMatchObject({ kind: 'needs_human' })
})

test('a ticket of another gateway, or one that was made up, is worth nothing', async () => {
  await using world = createSmallWorld()
  const ticket = proceed(await world.gateway.evaluate(world.post('gm')))
  const other = world.open().gateway

  await expect(other.dispatch(ticket)).rejects.toThrow(TypeError)
  await expect(world.gateway.dispatch({ ...ticket })).rejects.toThrow(TypeError)
  expect(() => world.gateway.completeSuccess({ ...ticket }, { value: null })).toThrow(TypeError)
})

test('a ticket is dispatched once', async () => {
  await using world = createSmallWorld()
  const ticket = proceed(await world.gateway.evaluate(world.post('gm')))

  const both = await Promise.all([world.gateway.dispatch(ticket), world.gateway.dispatch(ticket)])

  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['denied', 'dispatched'])
})

test('a second dispatch whose preparation fails cannot call the first one failed', async () => {
  let prepared = 0
  await using world = oneEffectWorld(done, {
    prepare: async () => {
      prepared += 1
      if (prepared > 1) throw new Error('not again')
    },
  })
  const ticket = proceed(await world.gateway.evaluate(world.ask()))
  await world.gateway.dispatch(ticket)

  expect(await world.gateway.dispatch(ticket)).not.toMatchObject({ kind: 'dispatched' })
  expect(await world.gateway.show(ticket.intent)).toMatchObject({ state: 'dispatched' })
  expect(await world.gateway.evaluate(world.ask())).toMatchObject({ kind: 'in_progress' })
})

test('what was not dispatched cannot be completed as done or unknown', async () => {
  await using world = createSmallWorld()
  const ticket = proceed(await world.gateway.evaluate(world.post('gm')))

  expect(await world.gateway.completeSuccess(ticket, { value: { id: '1' } })).toMatchObject({
    kind: 'in_progress',
  })
  expect(await world.gateway.completeUnknown(ticket, 'hm')).toMatchObject({ kind: 'in_progress' })
  expect(
    await world.gateway.completeFailure(ticket, { code: 'mind', message: 'changed' }),
  ).toMatchObject({
    kind: 'failed',
  })
  expect(await world.gateway.dispatch(ticket)).toMatchObject({ kind: 'denied', code: 'lost_lease' })
})

test('what is completed as unknown is not completed again', async () => {
  await using world = createSmallWorld()
  const ticket = proceed(await world.gateway.evaluate(world.post('gm')))
  await world.gateway.dispatch(ticket)

  expect(await world.gateway.completeUnknown(ticket, 'hm')).toMatchObject({ kind: 'unknown' })
  expect(await world.gateway.completeSuccess(ticket, { value: { id: '1' } })).toMatchObject({
    kind: 'unknown',
  })
  expect(await world.gateway.completeFailure(ticket, { code: 'x', message: 'y' })).toMatchObject({
    kind: 'unknown',
  })
})

test('a holder who comes back too late has lost it, wherever it stopped', async () => {
  await using world = createSmallWorld()
  const claimed = proceed(await world.gateway.evaluate(world.post('claimed')))
  const sent = proceed(await world.gateway.evaluate(world.post('sent')))
  await world.gateway.dispatch(sent)
  world.clock.advance(TIMES.prepare)
  const other = world.open().gateway
  expect(await other.reconcile()).toMatchObject({ looked: 1, waiting: 1 })

  expect(await world.gateway.dispatch(claimed)).toMatchObject({ code: 'lost_lease' })
  expect(await world.gateway.completeSuccess(sent, { value: { id: '1' } })).toMatchObject({
    kind: 'unknown',
  })
  expect(await world.gateway.completeFailure(sent, { code: 'x', message: 'y' })).toMatchObject({
    kind: 'unknown',
  })
  world.clock.advance(TIMES.readGap)
  expect(await other.reconcile()).toMatchObject({ failed: 1 })
  expect(await world.gateway.completeSuccess(sent, { value: { id: '1' } })).toMatchObject({
    kind: 'failed',
  })
})

test('a permit that comes too late sends nothing', async () => {
  await using world = createSmallWorld()
  const ticket = proceed(await world.gateway.evaluate(world.post('gm')))
  const dispatched = await world.gateway.dispatch(ticket)
  if (dispatched.kind !== 'dispatched') throw new Error(dispatched.kind)
  world.clock.advance(TIMES.permit)

  expect(() => spendPermit(dispatched.permit, dispatched.request)).toThrow('too old')
})

test('a process that sleeps between its commit and its send wakes up without a permit', async () => {
  await using world = createSmallWorld()
  const sleepy = world.open({
    store: {
      ...world.store,
      async claim(input) {
        const claimed = await world.store.claim(input)
        world.clock.advance(TIMES.permit)
        return claimed
      },
    },
  }).gateway

  expect(await sleepy.run(world.post('gm'))).toMatchObject({ kind: 'failed', code: 'not_sent' })
  expect(world.far.requests).toBe(0)
})

test('what was prepared goes into the request, under leave to stage', async () => {
  await using world = oneEffectWorld(done, {
    prepare: async (_, stage) => {
      const permit = stage('media', 'abc')
      return { media: permit.content, account: permit.account }
    },
    encode: (args, prepared) => ({ args, prepared }),
  })

  expect(await world.run()).toMatchObject({ kind: 'executed' })
  expect(world.sent).toMatchObject([{ prepared: { media: 'abc', account: 'alice' } }])
})

test('what could not be prepared has failed, and was never dispatched', async () => {
  await using world = oneEffectWorld(done, {
    prepare: () => Promise.reject(new Error('too large')),
  })

  expect(await world.run()).toMatchObject({
    kind: 'failed',
    code: 'not_prepared',
    message: 'too large',
  })
  expect(world.sent).toEqual([])
  const kinds = []
  for await (const { kind } of world.gateway.auditTrail('alice')) kinds.push(kind)
  expect(kinds).toEqual(['claimed', 'failed'])
  expect(await world.run()).toMatchObject({ kind: 'failed' })
})

test('a pause, a policy or a caller that changes its mind during the preparation stops it', async () => {
  let during: () => Promise<void> | void = () => undefined
  let allowed = true
  await using world = oneEffectWorld(
    done,
    { prepare: async () => during() },
    {
      policy: { ...NOTHING, current: (active) => (allowed ? ALLOW_ALL : NOTHING).current(active) },
    },
  )

  during = () => world.gateway.pause({ by: PERSON, reason: 'stop' })
  expect(await world.run()).toMatchObject({ kind: 'denied', code: 'paused' })
  await world.gateway.resume({ by: PERSON, reason: 'go' })
  during = () => {
    allowed = false
  }
  expect(await world.run()).toMatchObject({ kind: 'denied', code: 'policy' })
  allowed = true
  let cancelled = false
  during = () => {
    cancelled = true
  }
  const stopped = world.gateway.run(world.ask(), { isCancelled: () => cancelled })
  expect(await stopped).toMatchObject({ kind: 'denied', code: 'cancelled' })
  expect(world.sent).toEqual([])
  during = () => undefined
  expect(await world.run()).toMatchObject({ kind: 'executed' })
})

test('an agent’s delete waits for a person in the open sequence too', async () => {
  await using world = oneEffectWorld(done, { class: 'delete' })

  expect(await world.gateway.evaluate(world.ask('a', { principal: AGENT }))).toMatchObject({
    kind: 'routed_to_approval',
    rule: 'hard:delete-approval',
  })
})

function proceed(decision: GatewayDecision): Ticket {
  if (decision.kind !== 'proceed') throw new Error(`it did not proceed: ${decision.kind}`)
  return decision.ticket
}

/** Nothing is allowed. */
const NOTHING = rulesPolicy([])

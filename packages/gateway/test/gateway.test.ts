import { expect, test } from 'vitest'
import { rulesPolicy } from '../src/index.js'
import {
  AGENT,
  createPost,
  createSmallWorld,
  deletePost,
  judgedBy,
  limitedTo,
  PERSON,
  TIMES,
} from './harness/small-world.js'

test('gateway_allows_valid_mutation', async () => {
  await using world = createSmallWorld()

  const outcome = await world.gateway.run(world.post('gm'))

  expect(outcome).toMatchObject({ kind: 'executed', value: { id: '1' } })
  expect(world.far.posts).toEqual([{ id: '1', account: 'alice', text: 'gm' }])
})

test('gateway_denies_blocked_tool: a rule that denies is stronger than one that allows', async () => {
  await using world = createSmallWorld({
    policy: rulesPolicy([
      { id: 'all', action: 'allow' },
      { id: 'blocked', action: 'deny', operations: ['post.create'], reason: 'not here' },
    ]),
  })

  const outcome = await world.gateway.run(world.post('gm'))

  expect(outcome).toMatchObject({
    kind: 'denied',
    code: 'policy',
    rule: 'blocked',
    reason: 'not here',
  })
  expect(world.far.requests).toBe(0)
})

test('what no rule speaks of is denied', async () => {
  await using world = createSmallWorld({ policy: rulesPolicy([]) })

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'denied',
    rule: 'default-deny',
  })
})

test('a policy that throws has not allowed anything', async () => {
  await using world = createSmallWorld({
    policy: judgedBy(() => {
      throw new Error('out of order')
    }),
  })

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'denied',
    rule: 'policy-failed',
  })
  expect(world.far.requests).toBe(0)
})

test('gateway_denies_when_rate_limited', async () => {
  await using world = createSmallWorld({
    policy: limitedTo({ dimension: 'post.create', max: 2, per: '1s' }),
  })
  for (const text of ['one', 'two']) await world.gateway.run(world.post(text))

  const third = await world.gateway.run(world.post('three'))

  expect(third).toMatchObject({
    kind: 'denied',
    code: 'limit',
    rule: 'limit:post.create',
    retryAfterMs: 1_000,
  })
  world.clock.advance(1_000)
  expect(await world.gateway.run(world.post('three'))).toMatchObject({ kind: 'executed' })
})

for (const [when, stepMs] of [
  ['at one moment', 0],
  ['moment by moment', 1],
] as const) {
  test(`a limit holds for calls in flight, which have not succeeded yet: ${when}`, async () => {
    let now = Date.now()
    const clock = { now: () => (now += stepMs), elapsed: () => 0 }
    await using world = createSmallWorld(
      { policy: limitedTo({ dimension: 'post.create', max: 5, per: '1m' }) },
      { clock },
    )

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.gateway.run(world.post(`post ${index}`))),
    )

    expect(outcomes.filter(({ kind }) => kind === 'executed')).toHaveLength(5)
    expect(world.far.posts).toHaveLength(5)
  })
}

test('two accounts may say the same', async () => {
  await using world = createSmallWorld()

  for (const account of ['alice', 'bob']) {
    expect(await world.gateway.run(world.post('gm', { account }))).toMatchObject({
      kind: 'executed',
    })
  }
})

test('what is paused between claim and dispatch stays', async () => {
  await using world = createSmallWorld()
  const decision = await world.gateway.evaluate(world.post('gm'))
  await world.gateway.pause({ account: 'alice', by: PERSON, reason: 'stop' })

  const dispatched = decision.kind === 'proceed' && (await world.gateway.dispatch(decision.ticket))

  expect(dispatched).toMatchObject({ kind: 'denied', code: 'paused' })
})

test('gateway_denies_per_dimension_rate_limit: what costs more uses up more', async () => {
  await using world = createSmallWorld({
    policy: limitedTo({ dimension: 'micro_dollars', max: 220_000, per: '1m' }),
  })
  await world.gateway.run(world.post('see http://x.example'))

  expect(await world.gateway.run(world.post('one'))).toMatchObject({ kind: 'executed' })
  expect(await world.gateway.run(world.post('two'))).toMatchObject({
    kind: 'denied',
    rule: 'limit:micro_dollars',
  })
})

test('gateway_routes_to_approval, and the same request again joins it', async () => {
  await using world = createSmallWorld({
    policy: rulesPolicy([{ id: 'ask', action: 'require_approval', reason: 'show me first' }]),
  })

  const first = await world.gateway.run(world.post('gm', { principal: AGENT }))
  const again = await world.gateway.run(world.post('gm', { principal: AGENT }))

  expect(first).toMatchObject({
    kind: 'needs_approval',
    queueId: 1,
    rule: 'ask',
    reason: 'show me first',
  })
  expect(again).toEqual(first)
  expect(world.far.requests).toBe(0)
})

test('gateway_returns_dry_run with what it would be', async () => {
  await using world = createSmallWorld({
    policy: rulesPolicy([{ id: 'rehearse', action: 'dry_run' }]),
  })

  expect(await world.gateway.run(world.post('gm'))).toEqual({
    kind: 'dry_run',
    rule: 'rehearse',
    preview: { text: 'gm', length: 2 },
  })
  expect(world.far.requests).toBe(0)
})

test('gateway_detects_duplicate within five minutes of the end, and not later', async () => {
  await using world = createSmallWorld()
  const first = await world.gateway.run(world.post('gm'))

  world.clock.advance(TIMES.fingerprintHeld - 1)
  const again = await world.gateway.run(world.post('gm'))

  expect(again).toMatchObject({ kind: 'replayed', value: { id: '1' } })
  expect(again).toHaveProperty('intent', 'intent' in first ? first.intent : '')
  world.clock.advance(1)
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'executed',
    value: { id: '2' },
  })
})

test('gateway_allows_retry_after_failure, and gives back what was reserved', async () => {
  await using world = createSmallWorld({
    policy: limitedTo({ dimension: 'post.create', max: 1, per: '1m' }),
  })
  world.far.script.push('refuse')

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'failed',
    code: 'forbidden',
  })
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'executed' })
})

test('gateway_records_success with its undo', async () => {
  await using world = createSmallWorld()
  const outcome = await world.gateway.run(world.post('gm'))

  expect(outcome).toMatchObject({
    kind: 'executed',
    undo: { operation: 'post.delete', args: { id: '1' } },
  })
  expect(await kindsOf(world)).toEqual(['dispatched', 'succeeded'])
  expect(await world.gateway.verifyAudit()).toEqual({ kind: 'intact', rows: 2 })
})

test('gateway_records_failure', async () => {
  await using world = createSmallWorld()
  world.far.script.push('refuse')
  const outcome = await world.gateway.run(world.post('gm'))

  const intent = await world.gateway.show('intent' in outcome ? (outcome.intent ?? '') : '')
  expect(intent).toMatchObject({
    state: 'failed',
    failure: { code: 'forbidden', message: 'the far side says no' },
  })
  expect(await kindsOf(world)).toEqual(['dispatched', 'failed'])
})

test('gateway_routes_delete_to_approval when an agent asks, and not when a person does', async () => {
  await using world = createSmallWorld()
  const request = { operation: deletePost, args: { id: '9' }, account: 'alice' }

  expect(await world.gateway.run({ ...request, principal: AGENT })).toMatchObject({
    kind: 'needs_approval',
    rule: 'hard:delete-approval',
  })
  await using other = createSmallWorld()
  expect(await other.gateway.run({ ...request, principal: PERSON })).toMatchObject({
    kind: 'executed',
  })
})

test('correlation_id_is_uuid_v4_format', async () => {
  await using world = createSmallWorld()

  const outcome = await world.gateway.run(world.post('gm'))

  expect(outcome).toHaveProperty(
    'correlationId',
    expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  )
})

test('correlation_ids_are_unique', async () => {
  await using world = createSmallWorld()

  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => world.gateway.run(world.post(`post ${index}`))),
  )

  const ids = outcomes.map((outcome) => ('correlationId' in outcome ? outcome.correlationId : ''))
  expect(new Set(ids).size).toBe(100)
  expect(world.far.posts).toHaveLength(100)
})

test('the output has the type of the operation', async () => {
  await using world = createSmallWorld()
  const outcome = await world.gateway.run({
    operation: createPost,
    args: { text: 'gm' },
    account: 'alice',
    principal: PERSON,
  })

  expect(outcome.kind === 'executed' && outcome.value.id).toBe('1')
})

async function kindsOf({ gateway }: { gateway: ReturnType<typeof createSmallWorld>['gateway'] }) {
  const events = []
  for await (const event of gateway.auditTrail('alice')) events.push(event.kind)
  return events
}

test('what a caller was told is on its way goes its way, also where its commit has to be made again', async () => {
  await using world = createSmallWorld()
  let begun = 0
  let isCancelled = false
  const running = world.gateway.run(world.post('gm'), {
    isCancelled: () => isCancelled,
    onBegin: () => (begun += 1),
  })
  // No turn of the event loop: it waits to be written.
  for (let tick = 0; tick < 30; tick++) await Promise.resolve()
  const spoiling = world.store.writer.write(() => {
    process.nextTick(() => (isCancelled = true))
    throw new TypeError('changed my mind')
  })

  await expect(spoiling).rejects.toThrow('changed my mind')
  expect(await running).toMatchObject({ kind: 'executed' })
  expect(begun).toBe(1)
  expect(world.far.requests).toBe(1)
})

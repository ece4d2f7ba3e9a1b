import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { effect, operation, rulesPolicy, type Gateway, type Outcome } from '../src/index.js'
import { done, oneEffectWorld } from './harness/one-effect.js'
import {
  AGENT,
  createSmallWorld,
  deletePost,
  PERSON,
  rulesOf,
  TIMES,
} from './harness/small-world.js'

const ASK = rulesPolicy([{ id: 'ask', action: 'require_approval', repeat: true }])
const BY = { principal: PERSON }

test('what a person approved is sent once, with the arguments that were kept', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const id = await routed(world.gateway, world.post('gm', { principal: AGENT }))

  expect(await world.gateway.approve(id, BY)).toMatchObject({ kind: 'decided' })
  const other = world.open().gateway
  const tries = await Promise.all([
    ...Array.from({ length: 5 }, () => world.gateway.execute(id)),
    other.execute(id),
    other.executeApproved(),
    world.gateway.executeApproved(),
  ])

  expect(tries.flat().filter((one) => one.kind === 'executed')).toHaveLength(1)
  expect(world.far.posts).toMatchObject([{ text: 'gm' }])
  expect(await world.gateway.execute(id)).toMatchObject({ kind: 'replayed', value: { id: '1' } })
})

test('whoever asks again under the same key is told of what a person has made of it', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { gateway } = world
  const request = world.post('gm', { principal: AGENT, idempotencyKey: 'k' })
  const id = await routed(gateway, request)
  await gateway.edit(id, BY, { text: 'good morning' })

  expect(await gateway.run(request)).toMatchObject({ kind: 'needs_approval', intent: id })
  await gateway.approve(id, BY)
  await gateway.execute(id)

  for (const _ of ['first', 'second']) {
    expect(await gateway.run(request)).toMatchObject({ kind: 'replayed', intent: id })
  }
  expect(world.far.posts).toMatchObject([{ text: 'good morning' }])
  const other = { ...request, args: { text: 'something else' } }
  expect(await gateway.run(other)).toMatchObject({ kind: 'conflict', intent: id })
})

test('an approval outlives a far side that is out of reach', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { gateway } = world
  const id = await routed(gateway, world.post('gm'))
  world.far.script.push('not_connected', 'not_connected')
  await gateway.approve(id, BY)

  const first = await gateway.execute(id)
  expect(first).toMatchObject({
    kind: 'in_progress',
    message: expect.stringMatching(
      /^it could not be sent yet, and will be tried again: connection refused$/,
    ),
  })
  expect(await gateway.execute(id)).toEqual(first)
  expect(await gateway.outcome(id)).toEqual(first)
  expect(await gateway.run(world.post('gm'))).toEqual(first)

  const kinds = []
  for (let second = 0; second < 60; second++) {
    world.clock.advance(Math.ceil(TIMES.readGap / 60))
    kinds.push(...(await world.open().gateway.executeApproved()).map(({ kind }) => kind))
  }
  expect(kinds.indexOf('executed')).toBeGreaterThan(20)
  expect(kinds.filter((kind) => kind !== 'in_progress')).toEqual(['executed'])
  expect(world.far.posts).toMatchObject([{ text: 'gm' }])
  expect(await gateway.verifyAudit()).toMatchObject({ kind: 'intact' })
})

test('what a person rejects while it waits for a far side is never sent', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { gateway } = world
  const id = await routed(gateway, world.post('gm'))
  world.far.script.push('not_connected')
  await gateway.approve(id, BY)
  await gateway.execute(id)

  expect(await gateway.reject(id, BY)).toMatchObject({ intent: { state: 'rejected' } })
  world.clock.advance(TIMES.readGap)
  expect(await gateway.executeApproved()).toEqual([])
  expect(await gateway.execute(id)).toMatchObject({ kind: 'denied', code: 'rejected' })
  expect(world.far.posts).toEqual([])
})

test('what cannot be prepared for want of a connection is tried again, what is not there is not', async () => {
  const unreachable = Object.assign(new TypeError('fetch failed'), {
    cause: { code: 'ECONNREFUSED' },
  })
  const troubles = [unreachable, undefined, new Error('there is no such file')]
  const prepare = async () => {
    const trouble = troubles.shift()
    if (trouble) throw trouble
  }
  await using world = oneEffectWorld(done, { prepare }, { policy: ASK })
  const { gateway } = world
  const id = await routed(gateway, world.ask())
  await gateway.approve(id, BY)

  expect(await gateway.execute(id)).toMatchObject({ kind: 'in_progress' })
  world.clock.advance(TIMES.readGap)
  expect(await gateway.execute(id)).toMatchObject({ kind: 'executed' })
  const other = await routed(gateway, { ...world.ask(), args: { text: 'other' } })
  await gateway.approve(other, BY)
  expect(await gateway.execute(other)).toMatchObject({ kind: 'failed', code: 'not_prepared' })
})

test('what throws after its permit is spent is not tried again: some of it may have left', async () => {
  let posts = 0
  await using world = oneEffectWorld(
    () => {
      posts += 1
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    },
    {},
    { policy: ASK },
  )
  const { gateway } = world
  const id = await routed(gateway, world.ask())
  await gateway.approve(id, BY)

  expect(await gateway.execute(id)).toMatchObject({ kind: 'failed', code: 'not_sent' })
  world.clock.advance(TIMES.readGap)
  expect(await gateway.executeApproved()).toEqual([])
  expect(posts).toBe(1)
})

test('what others hold back keeps nobody from being tried again', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const { gateway } = world
  const id = await routed(gateway, world.post('gm'))
  await gateway.approve(id, BY)
  for (let n = 0; n < 100; n++) {
    world.clock.advance(1)
    await gateway.approve(await routed(gateway, world.post(`b${n}`, { account: 'bob' })), BY)
  }
  await gateway.pause({ account: 'bob', by: PERSON, reason: 'holiday' })

  await gateway.executeApproved()

  expect(world.far.posts).toMatchObject([{ text: 'gm' }])
})

test('what may have been done already cannot be rejected when its repetition does not get through', async () => {
  const asking = rulesOf({ id: 'ask', action: 'require_approval', operations: ['post.delete'] })
  await using world = createSmallWorld({ policy: asking })
  const { gateway, far } = world
  await gateway.run(world.post('gm'))
  const args = { id: '1' }
  const id = await routed(gateway, {
    operation: deletePost,
    args,
    account: 'alice',
    principal: AGENT,
  })
  // It is deleted, and the answer is lost; when it is repeated there is no way there, and then a refusal.
  far.script.push('error_after', 'not_connected', 'refuse')
  await gateway.approve(id, BY)
  await gateway.execute(id)
  expect(far.posts).toEqual([])

  world.clock.advance(TIMES.settle)
  await gateway.reconcile()
  expect(await gateway.show(id)).toMatchObject({ state: 'unknown' })
  expect(await gateway.reject(id, BY)).toMatchObject({ kind: 'moved_on' })
  world.clock.advance(TIMES.look)
  await gateway.reconcile()
  expect(await gateway.show(id)).toMatchObject({ state: 'needs_human' })
})

test('what is not approved is not sent', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const id = await routed(world.gateway, world.post('gm'))

  expect(await world.gateway.execute(id)).toMatchObject({ kind: 'needs_approval' })
  expect(await world.gateway.approve(id, { principal: AGENT })).toMatchObject({ kind: 'denied' })
  expect(await world.gateway.executeApproved()).toEqual([])
  await world.gateway.reject(id, BY)
  expect(await world.gateway.execute(id)).toMatchObject({ kind: 'denied', code: 'rejected' })
  expect(world.far.requests).toBe(0)
})

test('what was edited is checked anew, and is what is sent', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const id = await routed(world.gateway, world.post('gm'))

  expect(await world.gateway.edit(id, BY, { text: '' })).toMatchObject({ code: 'invalid_input' })
  expect(await world.gateway.edit(id, BY, { text: 'hello' })).toMatchObject({ kind: 'decided' })
  await world.gateway.approve(id, BY)
  await world.gateway.execute(id)

  expect(world.far.posts).toMatchObject([{ text: 'hello' }])
})

test('an edit into what another has asked for is a conflict', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const first = await routed(world.gateway, world.post('gm'))
  const second = await routed(world.gateway, world.post('hello'))

  expect(await world.gateway.edit(second, BY, { text: 'gm' })).toMatchObject({
    kind: 'conflict',
    holder: { id: first },
  })
})

test('a person who has seen the preview needs no second decision, and an agent cannot say so', async () => {
  await using world = createSmallWorld({ policy: ASK })

  expect(await world.gateway.run(world.post('a', { confirmed: true }))).toMatchObject({
    kind: 'executed',
  })
  const agent = world.post('b', { confirmed: true, principal: AGENT })
  expect(await world.gateway.run(agent)).toMatchObject({ kind: 'needs_approval' })
})

test('a confirmation lifts neither a denial nor a rehearsal', async () => {
  for (const action of ['deny', 'dry_run'] as const) {
    await using world = createSmallWorld({ policy: rulesPolicy([{ id: 'x', action }]) })
    const { kind } = await world.gateway.run(world.post('a', { confirmed: true }))
    expect(kind).toBe(action === 'deny' ? 'denied' : 'dry_run')
    expect(world.far.requests).toBe(0)
  }
})

test('arguments that were changed at rest are not sent', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const id = await routed(world.gateway, world.post('gm'))
  await world.gateway.approve(id, BY)
  await world.store.writer.write((tx) =>
    tx.query(CompiledQuery.raw(`update gateway_intent set args_json = '{"text":"buy now"}'`)),
  )

  expect(await world.gateway.execute(id)).toMatchObject({ kind: 'denied', code: 'not_approved' })
  expect(world.far.requests).toBe(0)
})

test('what the schema made of the arguments is what is executed, and is not made again', async () => {
  const shout = operation({
    name: 'shout',
    input: z.object({ text: z.string().transform((text) => ({ loud: `${text}!` })) }),
  })
  await using world = oneEffectWorld(done, { operation: shout }, { policy: ASK })
  const id = await routed(world.gateway, { ...world.ask(), operation: shout, args: { text: 'gm' } })
  await world.gateway.approve(id, BY)

  expect(await world.gateway.execute(id)).toMatchObject({ kind: 'executed' })
  expect(world.sent).toMatchObject([{ body: { text: { loud: 'gm!' } } }])
})

test('an approval whose rows have changed meanwhile has failed, and holds nobody up', async () => {
  await using world = noteWorld()
  await world.setUp()
  const stale = await routed(world.gateway, world.request({ version: 7, text: 'a' }))
  world.clock.advance(1)
  const fresh = await routed(world.gateway, world.request({ version: 1, text: 'b' }))
  for (const id of [stale, fresh]) await world.gateway.approve(id, BY)

  const outcomes = await world.gateway.executeApproved()

  expect(outcomes.map(({ kind }) => kind)).toEqual(['conflict', 'executed'])
  expect(await world.gateway.show(stale)).toMatchObject({
    state: 'failed',
    failure: { code: 'conflict' },
  })
  expect(await world.gateway.executeApproved()).toEqual([])
})

test('what was approved and is refused by the far side is told as failed', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const id = await routed(world.gateway, world.post('gm'))
  await world.gateway.approve(id, BY)
  world.far.script.push('refuse')

  expect(await world.gateway.execute(id)).toMatchObject({ kind: 'failed', code: 'forbidden' })
})

test('what was approved and lost is looked for, and sent again only if it is not there', async () => {
  for (const [fault, posts] of [
    ['drop_before', 0],
    ['drop_after', 1],
  ] as const) {
    await using world = createSmallWorld({ policy: ASK })
    const id = await routed(world.gateway, world.post('gm'))
    await world.gateway.approve(id, BY)
    world.far.script.push(fault)
    expect(await world.gateway.execute(id)).toMatchObject({ kind: 'unknown' })
    expect(world.far.posts).toHaveLength(posts)
    for (let round = 0; round < 3; round++) {
      world.clock.advance(TIMES.settle)
      await world.gateway.reconcile()
      await world.gateway.executeApproved()
    }

    expect(world.far.posts).toHaveLength(1)
    expect(await world.gateway.outcome(id)).toMatchObject({ kind: 'replayed', value: { id: '1' } })
  }
})

test('an intent that there is not is a mistake of the caller', async () => {
  await using world = createSmallWorld()

  const { gateway } = world
  for (const act of [
    (id: string) => gateway.execute(id),
    (id: string) => gateway.approve(id, BY),
    (id: string) => gateway.reject(id, BY),
    (id: string) => gateway.edit(id, BY, {}),
    (id: string) => gateway.resolve(id, BY, { kind: 'go_on' }),
  ]) {
    await expect(act('nothing')).rejects.toThrow(new RangeError('there is no intent nothing'))
    await expect(act('7')).rejects.toThrow('gateway.list({ queueId: 7 })')
  }
  expect(await world.gateway.outcome('nothing')).toBeUndefined()
})

async function routed(gateway: Gateway, request: Parameters<Gateway['run']>[0]): Promise<string> {
  const outcome: Outcome = await gateway.run(request)
  if (outcome.kind !== 'needs_approval') throw new Error(`it was ${outcome.kind}`)
  return outcome.intent
}

function noteWorld() {
  const setNote = operation({
    name: 'note.set',
    input: z.object({ version: z.number(), text: z.string() }),
  })
  const world = createSmallWorld({
    policy: ASK,
    effects: [
      effect({
        operation: setNote,
        class: 'local',
        apply: ({ version, text }) => ({
          statements: [
            {
              query: CompiledQuery.raw(
                'update note set text = ?, version = version + 1 where version = ?',
                [text, version],
              ),
            },
          ],
          value: { text },
        }),
      }),
    ],
  })
  return {
    ...world,
    request: (args: { version: number; text: string }) => ({
      ...world.post(''),
      operation: setNote,
      args,
    }),
    async setUp() {
      for (const sql of [
        'create table note (text text, version integer)',
        `insert into note values ('', 1)`,
      ]) {
        await world.store.writer.write((tx) => tx.query(CompiledQuery.raw(sql)))
      }
    },
  }
}

test('an approval is of what was seen: after an edit it decides nothing', async () => {
  await using world = createSmallWorld({ policy: ASK })
  const asked = await world.gateway.run(world.post('gm', { principal: AGENT }))
  const id = 'intent' in asked ? (asked.intent ?? '') : ''
  const seen = (await world.gateway.show(id))?.content
  await world.gateway.edit(id, { principal: PERSON }, { text: 'good morning' })

  const decided = await world.gateway.approve(id, { principal: PERSON, content: seen })

  expect(decided).toMatchObject({ kind: 'moved_on', intent: { state: 'awaiting_approval' } })
})

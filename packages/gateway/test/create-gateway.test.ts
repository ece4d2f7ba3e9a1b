import { expect, test } from 'vitest'
import {
  checkStagingPermit,
  createGateway,
  effect,
  gated,
  operation,
  type GatewayOptions,
} from '../src/index.js'
import { createSmallWorld, effectsOn, judgedBy, PERSON } from './harness/small-world.js'
import { act, done, oneEffectWorld } from './harness/one-effect.js'

test('one operation has one effect', async () => {
  await using world = createSmallWorld()
  const effects = [...effectsOn(world.far), ...effectsOn(world.far)]

  expect(() => createGateway({ store: world.store, effects })).toThrow('two effects')
})

test('without a policy everything is denied', async () => {
  await using world = createSmallWorld()
  const gateway = createGateway({ store: world.store, effects: effectsOn(world.far) })

  expect(await gateway.run(world.post('gm'))).toMatchObject({
    kind: 'denied',
    rule: 'default-deny',
  })
})

test('an operation needs a name, and a set its slot', () => {
  expect(() => operation({ name: '', input: act.input })).toThrow(TypeError)
  const spec = {
    operation: act,
    encode: () => 1,
    send: async () => ({ kind: 'applied', value: 1 }) as const,
  }
  expect(() => effect({ ...spec, class: 'set' })).toThrow('slot')
})

test('what a gateway lacks is named when it is made', async () => {
  await using world = createSmallWorld()
  const { store } = world
  const make = (options: unknown) => () => createGateway(options as GatewayOptions)

  expect(make(undefined)).toThrow('needs a store')
  expect(make({})).toThrow('needs a store')
  expect(make({ store })).toThrow('needs effects')
  expect(make({ store, effects: [undefined] })).toThrow('an effect needs its operation')
  expect(make({ store, effects: [], policy: [{ id: 'a', action: 'allow' }] })).toThrow(
    'rulesPolicy([…])',
  )
  expect(() => gated(undefined as never)).toThrow('gated needs a gateway')
})

test('an effect that says too little is refused when it is made', () => {
  const send = async () => ({ kind: 'applied', value: 1 }) as const
  const spec = { operation: act, class: 'create', encode: () => 1, send } as const
  const make = (over: object) => () => effect({ ...spec, ...over })

  expect(make({})).not.toThrow()
  expect(make({ send: undefined })).toThrow('thing.act: an effect of class create needs send')
  expect(make({ encode: undefined })).toThrow('needs encode')
  expect(make({ class: 'local' })).toThrow('needs apply')
  expect(make({ class: 'update' })).toThrow('one of create, set, delete, local, spend')
  expect(make({ operation: undefined })).toThrow('needs its operation')
})

test('leave to stage is given before the intent, and not while all is paused', async () => {
  await using world = createSmallWorld()
  const permit = await world.gateway.stage('alice', 'media', 'abc')
  if (permit.kind !== 'staging') throw new Error(permit.kind)

  expect(() => checkStagingPermit(permit, 'abc')).not.toThrow()
  await world.gateway.pause({ account: 'alice', by: PERSON, reason: 'stop' })
  expect(await world.gateway.stage('alice', 'media', 'abc')).toMatchObject({
    code: 'paused',
    reason: 'stop',
  })
  expect(await world.gateway.stage('bob', 'media', 'abc')).toMatchObject({ kind: 'staging' })
})

test('a program that writes as an older version is told to update', async () => {
  await using world = createSmallWorld()
  await world.gateway.requireWriterVersion(2, PERSON)
  const newer = world.open({ writerVersion: 2 }).gateway

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ code: 'old_writer' })
  expect(await newer.run(world.post('gm'))).toMatchObject({ kind: 'executed' })
})

test('labels and mode reach the policy and the record', async () => {
  const judged: unknown[] = []
  await using world = oneEffectWorld(
    done,
    {},
    {
      policy: judgedBy(({ labels, mode, args, account, operation: name, class: kind }) => {
        judged.push({ labels, mode, args, account, name, kind })
      }),
    },
  )
  await world.run('a', { labels: ['untrusted'], mode: 'composer' })

  expect(judged).toEqual([
    {
      labels: ['untrusted'],
      mode: 'composer',
      args: { text: 'a' },
      account: 'alice',
      name: 'thing.act',
      kind: 'create',
    },
  ])
  expect(await world.gateway.list()).toMatchObject([{ labels: ['untrusted'], mode: 'composer' }])
})

test('two gateways on one file send one of the same', async () => {
  await using world = createSmallWorld()
  const other = world.open().gateway

  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? world.gateway : other).run(world.post('gm')),
    ),
  )

  expect(outcomes.filter(({ kind }) => kind === 'executed')).toHaveLength(1)
  for (const { kind } of outcomes) expect(['executed', 'replayed', 'in_progress']).toContain(kind)
  expect(world.far.posts).toHaveLength(1)
})

test('like and unlike of two gateways at once end in what was said last', async () => {
  await using world = createSmallWorld()
  const other = world.open().gateway
  for (let round = 0; round < 10; round++) {
    const liked = round % 2 === 0
    await Promise.all([
      world.gateway.run(world.like('p', liked)),
      other.run(world.like('p', liked)),
    ])
    expect(world.far.likes.get('p')).toBe(liked)
  }
  expect(world.far.requests).toBe(10)
})

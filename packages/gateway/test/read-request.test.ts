import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operation, type GatewayRequest } from '../src/index.js'
import { act, done, oneEffectWorld } from './harness/one-effect.js'
import { createSmallWorld } from './harness/small-world.js'

for (const [name, over] of [
  ['no account', { account: '' }],
  ['everyone’s account', { account: '*' }],
  ['an account with a line feed', { account: 'a\nb' }],
  ['an account of half a character', { account: '\ud800' }],
  ['an account that is no text', { account: 7 }],
  ['no principal', { principal: undefined }],
  ['a principal of another kind', { principal: { kind: 'root', id: 'x' } }],
  ['a principal without a name', { principal: { kind: 'agent', id: '' } }],
  ['a principal of half a character', { principal: { kind: 'agent', id: '\udfff' } }],
  ['a key of nothing', { idempotencyKey: '' }],
  ['a key of half a character', { idempotencyKey: '\ud800' }],
  ['a key without end', { idempotencyKey: 'k'.repeat(201) }],
  ['labels that are a text', { labels: 'untrusted' }],
  ['a label that is no text', { labels: [null] }],
  ['a label of half a character', { labels: ['\ud800'] }],
  ['a mode that is no text', { mode: { toString: () => 'composer' } }],
  ['a mode of half a character', { mode: '\ud800' }],
  ['a repeat without a key', { allowRepeat: true }],
  ['arguments of another form', { args: { text: 7 } }],
  ['no arguments', { args: undefined }],
  ['half a character', { args: { text: '\ud800' } }],
  ['what JSON cannot say', { args: { text: 'a', more: 1n } }],
  ['itself', { args: { text: 'a', more: loop() } }],
  ['more depth than there is', { args: { text: 'a', more: nested(100_000) } }],
] as const) {
  test(`a request with ${name} is refused, and leaves no trace`, async () => {
    await using world = oneEffectWorld(done)
    const request = { ...world.ask(), ...over } as unknown as GatewayRequest

    expect(await world.gateway.run(request)).toMatchObject({
      kind: 'denied',
      code: 'invalid_input',
    })
    expect(await world.gateway.evaluate(request)).toMatchObject({ code: 'invalid_input' })
    expect(world.sent).toEqual([])
    expect(await world.gateway.list()).toEqual([])
  })
}

test('an operation without an effect is a mistake of the program', async () => {
  await using world = oneEffectWorld(done)

  await expect(world.gateway.run(world.post('gm'))).rejects.toThrow('no effect is registered')
})

test('a schema that cannot check lets nothing through, whoever asks', async () => {
  const plain = operation({ name: 'plain', input: { type: 'object', required: ['to'] } })
  await using world = oneEffectWorld(done, { operation: plain })
  const request = { ...world.ask(), operation: plain, args: { to: 5 } }

  for (const denied of [
    await world.gateway.run(request),
    await world.gateway.evaluate(request),
    await world.gateway.explain(request),
  ]) {
    expect(denied).toMatchObject({
      code: 'invalid_input',
      reason: expect.stringContaining('give the operation a schema that validates'),
    })
  }
  expect(world.sent).toEqual([])
  expect(await world.gateway.list()).toEqual([])
})

test('a request that answers differently each time it is asked is asked once', async () => {
  const accounts = ['alice', 'bob', 'carol', 'dan', 'eve', 'frank']
  await using world = oneEffectWorld(done)
  const request = {
    ...world.ask(),
    get account() {
      return accounts.shift() ?? 'nobody'
    },
  }

  expect(await world.gateway.run(request)).toMatchObject({ kind: 'executed' })
  const [kept] = await world.gateway.list()
  expect(await world.gateway.run(world.ask('a', { account: kept?.account ?? '' }))).toMatchObject({
    kind: 'replayed',
  })
})

test('a request that throws when it is read is refused', async () => {
  await using world = oneEffectWorld(done)
  const request = {
    ...world.ask(),
    get args(): never {
      throw new Error('hands off')
    },
  }

  expect(await world.gateway.run(request)).toMatchObject({ kind: 'denied', code: 'invalid_input' })
})

test('arguments that are changed after they were handed in change nothing', async () => {
  const open = operation({ name: 'open', input: z.unknown() })
  await using world = oneEffectWorld(done, { operation: open })
  const args = { text: 'a', list: [1] }
  const running = world.gateway.run({ ...world.ask(), operation: open, args })
  args.text = 'b'
  args.list.push(2)
  await running

  expect(world.sent).toMatchObject([{ body: { text: 'a', list: [1] } }])
  expect(await world.gateway.list()).toMatchObject([{ args: { text: 'a', list: [1] } }])
})

test('an effect that would change its arguments is stopped before anything is claimed', async () => {
  await using world = oneEffectWorld(done, {
    encode(args) {
      Object.assign(args as object, { text: 'mine' })
      return args
    },
  })

  expect(await world.run()).toMatchObject({ kind: 'denied', code: 'invalid_input' })
  expect(world.sent).toEqual([])
})

for (const [name, over] of [
  ['an identity of nothing', { identity: () => undefined as never }],
  [
    'an identity that throws',
    {
      identity: () => {
        throw new Error('no')
      },
    },
  ],
  ['a cost that is no number', { cost: () => ({ money: NaN }) }],
  ['a cost below nothing', { cost: () => ({ money: -1 }) }],
  ['a cost that is a text', { cost: () => ({ money: '3' as never }) }],
  [
    'a cost that throws',
    {
      cost: () => {
        throw new Error('no')
      },
    },
  ],
  ['a slot of nothing', { class: 'set', slot: () => undefined as never }],
  ['a slot without a name', { class: 'set', slot: () => ({ name: '', value: 1 }) }],
  [
    'a slot without a value',
    { class: 'set', slot: () => ({ name: 'a', value: undefined as never }) },
  ],
  ['a request that JSON cannot say', { encode: () => ({ n: 1n }) }],
  ['a request of nothing', { encode: () => undefined }],
  ['a probe that JSON cannot say', { probe: () => 1n as never }],
] as const) {
  test(`an effect with ${name} sends nothing`, async () => {
    await using world = oneEffectWorld(done, over)

    expect(await world.run()).toMatchObject({ kind: 'denied', code: 'invalid_input' })
    expect(world.sent).toEqual([])
  })
}

test('keys that name prototypes are kept as they are, and pollute nothing', async () => {
  const open = operation({ name: 'open', input: z.unknown() })
  await using world = oneEffectWorld(done, { operation: open })
  const args: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":2}}')

  expect(await world.gateway.run({ ...world.ask(), operation: open, args })).toMatchObject({
    kind: 'executed',
  })
  const [kept] = await world.gateway.list()
  expect(JSON.stringify(kept?.args)).toBe(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":2}}',
  )
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('five megabytes of text are a request like any other', async () => {
  await using world = oneEffectWorld(done)
  const text = 'é'.repeat(2_500_000)

  expect(await world.run(text)).toMatchObject({ kind: 'executed' })
  expect(await world.run(text)).toMatchObject({ kind: 'replayed' })
})

test('two principals who choose the same key mean two things', async () => {
  await using world = createSmallWorld()
  const idempotencyKey = 'k'
  const request = (text: string, id: string) =>
    world.post(text, { idempotencyKey, principal: { kind: 'person', id } })

  expect(await world.gateway.run(request('a', 'ann'))).toMatchObject({ kind: 'executed' })
  expect(await world.gateway.run(request('b', 'bea'))).toMatchObject({ kind: 'executed' })
  expect(await world.gateway.run(request('c', 'ann'))).toMatchObject({ kind: 'conflict' })
})

test('whatever comes as a request, nothing throws but a mistake of the program', async () => {
  await using world = oneEffectWorld(done)
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withNullPrototype: true,
    withMap: true,
  })
  const near = fc.record(
    {
      account: anything,
      principal: anything,
      mode: anything,
      labels: anything,
      idempotencyKey: anything,
      args: anything,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(near, async (over) => {
      const request = { ...world.ask(), ...over, operation: act } as unknown as GatewayRequest
      const { kind } = await world.gateway.run(request)
      return ['denied', 'executed', 'replayed', 'conflict'].includes(kind)
    }),
    { numRuns: 200, seed: 5 },
  )
})

test('a schema’s defaults and trims are part of what was asked', async () => {
  const kind = operation({
    name: 'kind',
    input: z.object({ text: z.string().trim(), lang: z.string().default('en') }),
  })
  await using world = oneEffectWorld(done, { operation: kind })
  const ask = (args: object) =>
    world.gateway.run({ ...world.ask(), operation: kind, args: args as never })

  expect(await ask({ text: ' a ' })).toMatchObject({ kind: 'executed' })
  expect(await ask({ text: 'a', lang: 'en' })).toMatchObject({ kind: 'replayed' })
})

function loop(): object {
  const one: Record<string, unknown> = {}
  one['self'] = one
  return one
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

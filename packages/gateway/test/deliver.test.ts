import { runInNewContext } from 'node:vm'
import { createToolError, stop, type StandardSchema } from '@armorer/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operation, PermitError, spendPermit, type SendCall, type Sent } from '../src/index.js'
import { act, oneEffectWorld, type Reply } from './harness/one-effect.js'
import { TIMES } from './harness/small-world.js'

const FOREIGN: PromiseConstructor = runInNewContext('Promise')

/** A schema that takes what this says. */
function checkedBy(validate: () => unknown): StandardSchema {
  const jsonSchema = { input: () => ({}), output: () => ({}) }
  return { '~standard': { version: 1, vendor: 'test', jsonSchema, validate } } as never
}

const failing =
  (error: unknown): Reply =>
  () => {
    throw error
  }
const saying =
  (sent: unknown): Reply =>
  () =>
    sent as Sent

/** What happened after the permit was spent, and what is said of it. */
const TABLE: ReadonlyArray<readonly [string, Reply, object]> = [
  ['it was applied', saying({ kind: 'applied', value: 1 }), { kind: 'executed', value: 1 }],
  [
    'the far side refused it',
    saying({ kind: 'refused', code: 'forbidden', message: 'no', retryAfterMs: 7 }),
    { kind: 'failed', code: 'forbidden', message: 'no', retryAfterMs: 7 },
  ],
  [
    'no byte left',
    saying({ kind: 'not_sent', message: 'no' }),
    { kind: 'failed', code: 'not_sent' },
  ],
  ['nothing was heard', saying({ kind: 'unknown', message: 'who knows' }), { kind: 'unknown' }],
  ['the connection was reset', failing(withCode('ECONNRESET')), { kind: 'unknown' }],
  ['it took too long', failing(withCode('ETIMEDOUT')), { kind: 'unknown' }],
  ['the pipe broke', failing(withCode('EPIPE')), { kind: 'unknown' }],
  [
    'fetch failed for a reason of its own',
    failing(new TypeError('fetch failed')),
    { kind: 'unknown' },
  ],
  ['the host is unknown', failing(fetchError('ENOTFOUND')), { kind: 'failed', code: 'not_sent' }],
  [
    'the connection was refused',
    failing(fetchError('ECONNREFUSED')),
    { kind: 'failed', code: 'not_sent' },
  ],
  [
    'it could not connect in time',
    failing(fetchError('UND_ERR_CONNECT_TIMEOUT')),
    { kind: 'failed' },
  ],
  ['the socket died in fetch', failing(fetchError('UND_ERR_SOCKET')), { kind: 'unknown' }],
  ['a string was thrown', failing('boom'), { kind: 'unknown', message: 'boom' }],
  ['nothing was thrown', failing(undefined), { kind: 'unknown' }],
  ['an error that cannot be read', failing(unreadable()), { kind: 'unknown' }],
  [
    'a tool said that it is not there',
    failing(toolError('not_found')),
    { kind: 'failed', code: 'it' },
  ],
  ['a tool said that it may not', failing(toolError('permission')), { kind: 'failed', code: 'it' }],
  ['a tool failed in passing', failing(toolError('transient')), { kind: 'unknown' }],
  ['a tool failed inside', failing(toolError('internal')), { kind: 'unknown' }],
  ['it was denied further in', failing(stop({ kind: 'denied' }, 'no')), { kind: 'failed' }],
  [
    'it was cancelled before it began',
    failing(stop({ kind: 'cancelled' }, 'no')),
    { kind: 'failed' },
  ],
  ['it was stopped as unknown', failing(stop({ kind: 'unknown' }, 'hm')), { kind: 'unknown' }],
  ['it is under way further in', failing(stop({ kind: 'in_progress' }, 'hm')), { kind: 'unknown' }],
  [
    'the permit was used twice',
    failing(new PermitError('permit_spent', 'twice')),
    { kind: 'unknown' },
  ],
  ['nothing came back', saying(undefined), { kind: 'unknown' }],
  ['null came back', saying(null), { kind: 'unknown' }],
  ['a text came back', saying('applied'), { kind: 'unknown' }],
  ['a kind that there is not', saying({ kind: 'succeeded', value: 1 }), { kind: 'unknown' }],
  ['a refusal without a code', saying({ kind: 'refused' }), { kind: 'unknown' }],
  [
    'a refusal with a code that is no text',
    saying({ kind: 'refused', code: 403, message: 'no' }),
    { kind: 'unknown' },
  ],
  [
    'an id that is no text',
    saying({ kind: 'applied', value: 1, externalId: { id: 1 } }),
    { kind: 'unknown' },
  ],
  ['an id of nothing', saying({ kind: 'applied', value: 1, externalId: '' }), { kind: 'unknown' }],
]

for (const [what, reply, outcome] of TABLE) {
  test(`${what}: ${Object.values(outcome)[0]}`, async () => {
    await using world = oneEffectWorld(reply)

    expect(await world.run()).toMatchObject(outcome)
    expect(world.sent).toHaveLength(1)
    expect(await world.gateway.verifyAudit()).toMatchObject({ kind: 'intact' })
  })
}

test('what was refused may be asked again, and what is unknown may not', async () => {
  for (const [what, reply, { kind }] of TABLE as ReadonlyArray<[string, Reply, { kind: string }]>) {
    await using world = oneEffectWorld(reply)
    await world.run()
    await world.run()
    expect([what, world.sent.length]).toEqual([what, kind === 'failed' ? 2 : 1])
  }
})

test('a send that throws before it spends its permit has sent nothing', async () => {
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 1 }), {
    send: () => Promise.reject(withCode('ECONNRESET')),
  })

  expect(await world.run()).toMatchObject({ kind: 'failed', code: 'not_sent' })
})

test('a send of another request than was dispatched sends nothing', async () => {
  let left = 0
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 1 }), {
    async send(permit, request) {
      Object.assign(request as object, { path: '/other' })
      spendPermit(permit, request)
      left += 1
      return { kind: 'applied', value: 1 }
    },
  })

  expect(await world.run()).toMatchObject({ kind: 'failed', code: 'not_sent' })
  expect(left).toBe(0)
})

test('a send that tries its permit twice sends once, and is unknown', async () => {
  let left = 0
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 1 }), {
    async send(permit, request) {
      for (let time = 0; time < 2; time++) {
        spendPermit(permit, request)
        left += 1
      }
      return { kind: 'applied', value: 1 }
    },
  })

  expect(await world.run()).toMatchObject({ kind: 'unknown' })
  expect(left).toBe(1)
})

test('a send that never ends is unknown when its time is over, and is told to stop', async () => {
  const told: unknown[] = []
  await using world = oneEffectWorld(
    (_, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => told.push(signal.reason))
      }),
    {},
    { times: { ...TIMES, request: 20 } },
  )

  expect(await world.run()).toMatchObject({ kind: 'unknown', message: 'no answer within 20 ms' })
  expect(told).toMatchObject([{ name: 'TimeoutError' }])
})

test('a send that asks too late whether anyone still waits is told that nobody does', async () => {
  const calls: SendCall[] = []
  await using world = oneEffectWorld(
    (_, call) => {
      calls.push(call)
      return new Promise(() => undefined)
    },
    {},
    { times: { ...TIMES, request: 20 } },
  )

  expect(await world.run()).toMatchObject({ kind: 'unknown' })
  expect(calls[0]?.signal).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } })
})

test('what a send says after its time is over changes nothing', async () => {
  let answer: (sent: Sent) => void = () => undefined
  await using world = oneEffectWorld(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    {},
    { times: { ...TIMES, request: 20 } },
  )
  const outcome = await world.run()
  answer({ kind: 'applied', value: 'late' })
  await new Promise((resolve) => setTimeout(resolve, 5))

  const kept = await world.gateway.show('intent' in outcome ? (outcome.intent ?? '') : '')
  expect(kept).toMatchObject({ state: 'unknown', value: undefined })
})

for (const [what, check] of [
  ['says nothing', () => Promise.resolve(undefined)],
  ['says nothing, and is of another realm', () => FOREIGN.resolve(undefined)],
  ['fails', () => Promise.reject(new Error('no'))],
  ['never ends', () => new Promise(() => undefined)],
] as const) {
  test(`an answer whose check ${what} is unknown, also where no permit was spent for it`, async () => {
    const output = checkedBy(check)
    for (const spends of [true, false]) {
      await using world = oneEffectWorld(
        () => ({ kind: 'applied', value: 1 }),
        {
          operation: operation({ ...act, output }),
          async send(permit, request) {
            if (spends) spendPermit(permit, request)
            return { kind: 'applied', value: 1 }
          },
        },
        { times: { ...TIMES, request: 20 } },
      )

      expect(await world.run()).toMatchObject({ kind: 'unknown' })
    }
  })
}

test('arguments whose check is of another realm are waited for', async () => {
  const input = checkedBy(() => FOREIGN.resolve({ value: { text: 'a' } }))
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 1 }), {
    operation: operation({ ...act, input }),
  })

  expect(await world.run()).toMatchObject({ kind: 'executed' })
})

for (const [what, requests, outcome] of [
  ['cannot be said', failing(new Error('no')), { kind: 'denied', code: 'invalid_input' }],
  ['is no number', () => Number.NaN, { kind: 'denied', code: 'invalid_input' }],
  ['is more than a timer can wait for', () => 1e9, { kind: 'executed' }],
] as const) {
  test(`how many requests it takes ${what}: ${outcome.kind}`, async () => {
    const slowly = () =>
      new Promise<Sent>((resolve) => setTimeout(resolve, 5, { kind: 'applied', value: 1 }))
    await using world = oneEffectWorld(slowly, { requests: requests as () => number })

    expect(await world.run()).toMatchObject(outcome)
    expect(world.sent).toHaveLength(outcome.kind === 'executed' ? 1 : 0)
    expect(await world.gateway.list({ states: ['dispatched', 'unknown'] })).toEqual([])
  })
}

test('what cannot be made into a request for a reason that cannot be read is denied', async () => {
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 1 }), {
    encode() {
      throw Object.create(null)
    },
  })

  expect(await world.run()).toMatchObject({ kind: 'denied', code: 'invalid_input' })
})

test('what was done is told also to whom could not make it into a request any more', async () => {
  let templates = 1
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 'done' }), {
    encode(args) {
      if (templates === 0) throw new Error('the template is gone')
      templates -= 1
      return { body: args }
    },
  })

  expect(await world.run()).toMatchObject({ kind: 'executed' })
  expect(await world.run()).toMatchObject({ kind: 'replayed', value: 'done' })
  expect(await world.run('other')).toMatchObject({ kind: 'denied', code: 'invalid_input' })
})

test('an answer that is not what the operation gives is unknown', async () => {
  const strict = operation({ ...act, output: z.object({ id: z.string() }) })
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: { id: 7 } }), {
    operation: strict,
  })

  expect(await world.run('a', { operation: strict })).toMatchObject({ kind: 'unknown' })
})

test('a check of the answer that throws says nothing about the far side', async () => {
  const touchy = operation({
    ...act,
    output: z.unknown().transform((): never => {
      throw createToolError({ category: 'validation', code: 'bad', message: 'not mine' })
    }),
  })
  await using world = oneEffectWorld(() => ({ kind: 'applied', value: 1 }), { operation: touchy })

  expect(await world.run('a', { operation: touchy })).toMatchObject({ kind: 'unknown' })
})

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function fetchError(code: string): Error {
  return new TypeError('fetch failed', { cause: withCode(code) })
}

function toolError(category: Parameters<typeof createToolError>[0]['category']) {
  return createToolError({ category, code: 'it', message: 'no' })
}

function unreadable(): Error {
  return new Proxy(new Error('x'), {
    get() {
      throw new Error('hands off')
    },
  })
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { rateLimit } from '../../src/layers/rate-limit.js'
import { retry } from '../../src/layers/retry.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'

test('calls beyond the rate are refused, and told when to come again', async () => {
  const clock = createFakeClock()
  const limited = echo().layer(rateLimit({ max: 2, perMs: 100, clock }))
  const call = () => limited.call('x', createContext())
  await call()
  await clock.advance(30)
  await call()
  await expect(call()).rejects.toMatchObject({
    code: 'toolbox.rate_limited',
    retryable: true,
    retryAfterMs: 70,
  })
  await clock.advance(70)
  expect(await call()).toBe('x')
  await expect(call()).rejects.toMatchObject({ retryAfterMs: 30 })
})

test('whatever moment one starts to count from, there are never more calls than the rate allows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 60 }),
      async (max, waits) => {
        let now = 0
        const clock = { ...createFakeClock(), elapsed: () => now }
        const began: number[] = []
        const limited = service(async () => began.push(now)).layer(
          rateLimit({ max, perMs: 100, clock }),
        )
        for (const wait of waits) {
          now += wait
          await limited.call('x', createContext()).catch(() => undefined)
        }
        for (const [index, start] of began.entries()) {
          expect(
            began.slice(index).filter((time) => time < start + 100).length,
          ).toBeLessThanOrEqual(max)
        }
        // And no fewer: after a whole span of silence all are free again.
        now += 100
        const before = began.length
        for (let call = 0; call < max; call++) await limited.call('x', createContext())
        expect(began.length).toBe(before + max)
      },
    ),
    { numRuns: 300 },
  )
})

test('who is told apart is counted apart', async () => {
  const clock = createFakeClock()
  const limited = echo().layer(
    rateLimit({ max: 1, perMs: 100, by: (_, { facts }) => facts.account ?? '', clock }),
  )
  const call = (account: string) => limited.call(account, createContext({ account }))
  await call('alice')
  expect(await call('bob')).toBe('bob')
  await expect(call('alice')).rejects.toMatchObject({ code: 'toolbox.rate_limited' })
})

test('nobody gets rid of a limit by making up keys, and keys that count nothing make room', async () => {
  const clock = createFakeClock()
  const limited = echo().layer(rateLimit({ max: 1, perMs: 100, by: String, maxKeys: 3, clock }))
  const call = (key: string) => limited.call(key, createContext())
  for (const key of ['a', 'b', 'c']) await call(key)
  await expect(call('d')).rejects.toMatchObject({ code: 'toolbox.rate_limited', retryAfterMs: 100 })
  await expect(call('a')).rejects.toMatchObject({ code: 'toolbox.rate_limited' })
  await clock.advance(100)
  expect(await call('d')).toBe('d')
})

test('who is new is let in as soon as the first of the others has nothing to count', async () => {
  const clock = createFakeClock()
  const limited = echo().layer(rateLimit({ max: 1, perMs: 100, by: String, maxKeys: 2, clock }))
  const call = (key: string) => limited.call(key, createContext())
  await call('a')
  await clock.advance(60)
  await call('b')
  await expect(call('c')).rejects.toMatchObject({ code: 'toolbox.rate_limited' })
  await clock.advance(40)
  expect(await call('c')).toBe('c')
  await expect(call('d')).rejects.toMatchObject({ code: 'toolbox.rate_limited' })
  await clock.advance(60)
  expect(await call('d')).toBe('d')
})

test('a key that cannot be told lets nobody through', async () => {
  const limited = echo().layer(
    rateLimit({
      max: 1,
      perMs: 100,
      by: () => {
        throw new Error('no key')
      },
    }),
  )
  await expect(limited.call('x', createContext())).rejects.toThrow('no key')
})

test('retry leaves a rate limit to the caller', async () => {
  const clock = createFakeClock()
  const limited = service(async (request: string) => request, { effects: 'read' })
    .layer(rateLimit({ max: 1, perMs: 100, clock }))
    .layer(retry({ clock }))
  await limited.call('x', createContext())
  await expect(limited.call('x', createContext())).rejects.toMatchObject({ retryAfterMs: 100 })
})

test.each([
  { max: 0, perMs: 1 },
  { max: 1.5, perMs: 1 },
  { max: 1, perMs: 0 },
  { max: 1, perMs: Number.NaN },
  { max: 1, perMs: 1, maxKeys: 0 },
])('rateLimit(%o) is refused', (options) => {
  expect(() => rateLimit(options)).toThrow('rateLimit takes')
})

function echo() {
  return service(async (request: string) => request)
}

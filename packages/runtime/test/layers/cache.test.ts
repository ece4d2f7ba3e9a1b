import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { cache } from '../../src/layers/cache.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { type CallFacts } from '../../src/context.js'

test('the same caller gets the same answer for a while, whatever the order of its keys', async () => {
  const { stack, clock, count } = counted()
  expect(await stack.call({ a: 1, b: { c: [2] } }, createContext())).toEqual({ n: 1 })
  expect(await stack.call({ b: { c: [2] }, a: 1 }, createContext())).toEqual({ n: 1 })
  await clock.advance(99)
  expect(await stack.call({ a: 1, b: { c: [2] } }, createContext())).toEqual({ n: 1 })
  await clock.advance(1)
  expect(await stack.call({ a: 1, b: { c: [2] } }, createContext())).toEqual({ n: 2 })
  expect(count()).toBe(2)
})

test('values that differ anywhere, or only in kind, are apart', async () => {
  const { stack, count } = counted()
  const requests = [{ a: 1 }, { a: '1' }, { a: { b: [1] } }, { a: { b: [2] } }, { a: { b: ['1'] } }]
  for (const request of requests) await stack.call(request, createContext())
  expect(count()).toBe(requests.length)
})

test('nobody is given what was made for another principal, account or set of labels', async () => {
  const { stack, count } = counted()
  const callers: CallFacts[] = [
    {},
    { account: 'alice' },
    { account: 'bob' },
    { principal: { kind: 'person', id: 'ana' } },
    { principal: { kind: 'agent', id: 'ana' } },
    { labels: ['untrusted'] },
    { labels: ['untrusted', 'secret'] },
  ]
  for (const facts of callers) await stack.call({ q: 1 }, createContext(facts))
  expect(count()).toBe(callers.length)
  await stack.call({ q: 1 }, createContext({ labels: ['secret', 'untrusted', 'secret'] }))
  await stack.call({ q: 1 }, createContext({ labels: [] }))
  expect(count()).toBe(callers.length)
})

test('a failure is not kept', async () => {
  let calls = 0
  const stack = service(
    () => {
      calls += 1
      if (calls === 1) throw new Error('down')
      return 'up'
    },
    { effects: 'read' },
  ).layer(cache({ ttlMs: 100 }))
  await expect(stack.call({}, createContext())).rejects.toThrow('down')
  expect(await stack.call({}, createContext())).toBe('up')
})

test('who changes an answer changes it for nobody else', async () => {
  const { stack } = counted()
  const first = await stack.call({}, createContext())
  first.n = 99
  const second = await stack.call({}, createContext())
  expect(second).toEqual({ n: 1 })
  expect(() => {
    second.n = 99
  }).toThrow(TypeError)
})

test.each<[string, unknown, unknown]>([
  ['a request', new Date(), 'answer'],
  ['a request', { when: undefined }, 'answer'],
  ['an answer', {}, new Map([['a', 1]])],
  ['an answer', {}, { run: () => 1 }],
])('%s that is more than data is passed on, and not kept', async (_, request, answer) => {
  let calls = 0
  const stack = service(
    () => {
      calls += 1
      return answer
    },
    { effects: 'read' },
  ).layer(cache({ ttlMs: 100 }))
  expect(await stack.call(request, createContext())).toBe(answer)
  expect(await stack.call(request, createContext())).toBe(answer)
  expect(calls).toBe(2)
})

test('it holds so many answers and no more; who is asked for stays longest', async () => {
  const { stack, count } = counted({ maxEntries: 3 })
  const call = (q: number) => stack.call({ q }, createContext())
  for (const q of [1, 2, 3]) await call(q)
  await call(1)
  await call(4)
  expect(count()).toBe(4)
  await call(1)
  expect(count()).toBe(4)
  await call(2)
  expect(count()).toBe(5)
})

test('it holds so many bytes and no more, and what is larger than all of it is not kept', async () => {
  let calls = 0
  const stack = service(
    (length: number) => {
      calls += 1
      return 'x'.repeat(length)
    },
    { effects: 'read' },
  ).layer(cache({ ttlMs: 100, maxBytes: 1_000 }))
  const call = (length: number) => stack.call(length, createContext())
  await call(10)
  await call(600)
  await call(600)
  expect(calls).toBe(3)
  await call(10)
  expect(calls).toBe(3)
  await call(400)
  await call(401)
  await call(400)
  expect(calls).toBe(6)
})

test('what may change something, or decides, is not kept', () => {
  const write = service(async () => 1)
  const set = service(async () => 1, { effects: 'idempotent' })
  // @ts-expect-error it writes
  expect(() => write.layer(cache({ ttlMs: 1 }))).toThrow('it is for reads')
  // @ts-expect-error it writes, if only once
  expect(() => set.layer(cache({ ttlMs: 1 }))).toThrow('it is for reads')
})

test.each([
  { ttlMs: 0 },
  { ttlMs: Number.NaN },
  { ttlMs: 1, maxEntries: 0 },
  { ttlMs: 1, maxBytes: 0 },
])('cache(%o) is refused', (options) => {
  expect(() => cache(options)).toThrow('cache takes')
})

function counted(options: { maxEntries?: number } = {}) {
  const clock = createFakeClock()
  let n = 0
  const stack = service((_: unknown) => ({ n: ++n }), { effects: 'read' }).layer(
    cache({ ttlMs: 100, clock, ...options }),
  )
  return { stack, clock, count: () => n }
}

import { expect, test } from 'vitest'
import { createGateway, DEFAULT_TIMES, scaleTimes, type Times } from '../src/index.js'
import { openSqlite } from '../src/sqlite/index.js'
import { checkTimes } from '../src/times.js'

test('the times as they are fit together, at every pace', () => {
  for (const factor of [1, 1 / 50, 1 / 333, 1 / 1_000, 7.3]) {
    checkTimes(scaleTimes(DEFAULT_TIMES, factor))
  }
  expect(scaleTimes(DEFAULT_TIMES, 1 / 50).settle).toBe(2_000)
})

for (const [name, change] of [
  ['read back while a request may be on its way', { settle: 94_999 }],
  ['a permit that outlives the read-back', { permit: 60_000 }],
  ['a request that outlives the read-back', { request: 60_000 }],
  ['no time at all', { readGap: 0 }],
  ['a negative time', { permit: -1 }],
  ['half a millisecond', { busy: 0.5 }],
  ['no number', { look: NaN }],
] satisfies Array<[string, Partial<Times>]>) {
  test(`times with ${name} are refused, by store and gateway`, async () => {
    const times = { ...DEFAULT_TIMES, ...change }

    expect(() => openSqlite(':memory:', { times })).toThrow(RangeError)
    await using store = disposable(openSqlite(':memory:'))
    expect(() => createGateway({ store, effects: [], times })).toThrow(RangeError)
  })
}

test('times of which some are missing are refused, and the missing one is named', async () => {
  await using store = disposable(openSqlite(':memory:'))
  const { request: _, ...most } = DEFAULT_TIMES

  for (const [times, name] of [
    [{}, 'permit'],
    [{ settle: 5 }, 'permit'],
    [most, 'request'],
    [{ ...DEFAULT_TIMES, busy: 'x' }, 'busy'],
  ] as const) {
    const make = () => createGateway({ store, effects: [], times: times as unknown as Times })
    expect(make).toThrow(`times.${name}`)
  }
})

test('rounds without a pause between them are refused', async () => {
  await using store = disposable(openSqlite(':memory:'))
  const gateway = createGateway({ store, effects: [] })

  for (const everyMs of [-1, 0, NaN, Infinity, 2 ** 31, 'x' as never]) {
    expect(() => gateway.tend({ everyMs })).toThrow('everyMs')
    expect(() => gateway.notify({ notifiers: [], everyMs })).toThrow('everyMs')
  }
})

function disposable<Store extends { close(): Promise<void> }>(store: Store) {
  return { ...store, [Symbol.asyncDispose]: () => store.close() }
}

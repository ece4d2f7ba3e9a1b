import { expect, test } from 'vitest'
import {
  MICRO_USD,
  rulesPolicy,
  type Judged,
  type Limit,
  type RulesOptions,
} from '../../src/index.js'
import { createWindows } from '../../src/policy/windows.js'

const NOW = { version: 0, text: undefined, lifted: false, at: 1_700_000_000_000 }
const JUDGED: Judged = {
  operation: 'post.create',
  class: 'create',
  account: 'alice',
  args: { author: 'ana' },
  principal: { kind: 'person', id: 'ann' },
  mode: 'autopilot',
  labels: [],
  uses: { 'post.create': 1, replies: 1, [MICRO_USD]: 200_000 },
}

function reservesOf(over: Partial<Judged>, options: RulesOptions) {
  const ruleSet = rulesPolicy([{ id: 'all', action: 'allow' }], options).current(NOW)
  return ruleSet.judge({ ...JUDGED, ...over }, NOW).reserves
}

const dimensionsOf = (limits: Limit[], over: Partial<Judged> = {}) =>
  reservesOf(over, { limits }).map(({ dimension }) => dimension)

test('a limit counts what an effect says that it uses, and names itself', () => {
  const limits = [{ dimension: 'replies', max: 3, per: '1d' }]

  expect(reservesOf({}, { limits })).toEqual([
    { rule: 'limit:replies', dimension: 'replies', amount: 1, max: 3, windowMs: 86_400_000 },
  ])
  expect(reservesOf({ uses: {} }, { limits })).toEqual([])
})

test('a limit by an argument counts each value apart, and what is missing together', () => {
  const limits = [{ id: 'kind', dimension: 'replies', max: 3, per: '1d', by: ['args.author'] }]
  const of = (args: Judged['args']) => dimensionsOf(limits, { args })[0]

  expect(of({ author: 'ana', text: 'a' })).toBe(of({ author: 'ana', text: 'b' }))
  expect(of({ author: 'ana' })).not.toBe(of({ author: 'bob' }))
  expect(of({})).toBe(of({ text: 'c' }))
  expect(of({})).not.toBe(of({ author: null }))
  expect(reservesOf({}, { limits })).toMatchObject([{ rule: 'limit:kind' }])
})

test('a value of any length is counted under a short name of its own', () => {
  const limits = [{ dimension: 'replies', max: 3, per: '1d', by: ['args.author'] }]
  const names = ['a', 'b'].map((end) => {
    return dimensionsOf(limits, { args: { author: 'x'.repeat(10_000) + end } })[0]
  })

  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name?.length).toBeLessThan(200)
})

test('limits of the same conditions share what they count, and others never do', () => {
  const hourly = { dimension: 'replies', max: 1, per: '1h', modes: ['autopilot'] }
  const limits = [
    hourly,
    { ...hourly, max: 5, per: '1d', id: 'daily' },
    { ...hourly, modes: ['auto*'] },
    { dimension: 'replies', max: 9, per: '1h' },
  ]
  const [one, two, three, four] = dimensionsOf(limits)

  expect(one).toBe(two)
  expect(new Set([one, three, four]).size).toBe(3)
  expect(dimensionsOf(limits, { mode: 'other' })).toEqual(['replies'])
})

test('a spend cap counts micro-dollars, and what does not say its price has no price within it', () => {
  const spend = [
    { max: 1_000_000, per: 'hour' },
    { max: 5_000_000, per: 'month' },
  ] as const

  expect(reservesOf({}, { spend })).toMatchObject([
    { rule: 'limit:spend-per-hour', amount: 200_000, max: 1_000_000, windowMs: 3_600_000 },
    { rule: 'limit:spend-per-month', amount: 200_000, windowMs: 30 * 86_400_000 },
  ])
  expect(reservesOf({ uses: { [MICRO_USD]: 0 } }, { spend })).toEqual([])
  expect(reservesOf({ uses: {} }, { spend })[0]?.amount).toBeNaN()
})

test('what is denied or rehearsed reserves nothing', () => {
  for (const action of ['deny', 'dry_run'] as const) {
    const limits = [{ dimension: 'replies', max: 3, per: '1d' }]
    const policy = rulesPolicy([{ id: 'r', action }], { limits })
    expect(policy.current(NOW).judge(JUDGED, NOW).reserves).toEqual([])
  }
})

test('windows in memory slide, and reserve all or none', () => {
  const windows = createWindows()
  const posts = { rule: 'limit:p', dimension: 'p', amount: 1, max: 2, windowMs: 1_000 }
  const money = { rule: 'limit:m', dimension: 'm', amount: 6, max: 10, windowMs: 5_000 }

  expect(windows.reserve('a', [posts, money], 0)).toBeUndefined()
  expect(windows.reserve('a', [posts, money], 10)).toBe(money)
  expect(windows.reserve('a', [posts], 20)).toBeUndefined()
  expect(windows.reserve('a', [posts], 999)).toBe(posts)
  expect(windows.reserve('b', [posts], 999)).toBeUndefined()
  expect(windows.reserve('a', [posts], 1_000)).toBeUndefined()
  expect(windows.reserve('a', [{ ...posts, amount: NaN }], 9_000)).toMatchObject({
    rule: 'limit:p',
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  HARD_RULES,
  rulesPolicy,
  type ActivePolicy,
  type Judged,
  type Rule,
} from '../../src/index.js'

const JUDGED: Judged = {
  operation: 'post.create',
  class: 'create',
  account: 'alice',
  args: {},
  principal: { kind: 'agent', id: 'bot' },
  mode: 'autopilot',
  labels: [],
  uses: { 'post.create': 1 },
}

const NOW: ActivePolicy = { version: 0, text: undefined, lifted: false, at: 1_700_000_000_000 }

const ALL: Rule = { id: 'all', action: 'allow' }

const rank = (rules: readonly Rule[], over: Partial<Judged> = {}) =>
  rulesPolicy(rules)
    .current(NOW)
    .judge({ ...JUDGED, ...over }, NOW)

test('every condition of a rule must hold', () => {
  const rule: Rule = {
    id: 'narrow',
    action: 'allow',
    operations: ['post.create'],
    classes: ['create'],
    modes: ['autopilot'],
    principals: ['agent'],
    labels: ['own', 'checked'],
  }
  const others: Array<Partial<Judged>> = [
    { operation: 'post.delete' },
    { class: 'set' },
    { mode: 'other' },
    { principal: { kind: 'loop', id: 'l' } },
    { labels: ['else'] },
  ]

  expect(rank([rule], { labels: ['checked'] }).decision.kind).toBe('allow')
  for (const other of others) {
    expect(rank([rule], { labels: ['checked'], ...other })).toMatchObject({
      decision: { kind: 'deny' },
      rule: 'default-deny',
    })
  }
})

test('a hard rule does not allow what no rule speaks of', () => {
  expect(rank([], { class: 'delete' })).toMatchObject({ rule: 'default-deny' })
})

for (const [name, over, rule] of [
  ['what an agent deletes', { class: 'delete' }, 'hard:delete-approval'],
  [
    'what a loop deletes',
    { class: 'delete', principal: { kind: 'loop', id: 'l' } },
    'hard:delete-approval',
  ],
  ['what an agent does in composer mode', { mode: 'composer' }, 'hard:composer-approval'],
  [
    'what an agent does after reading strangers',
    { labels: ['own', 'untrusted'] },
    'hard:untrusted-approval',
  ],
] as const) {
  test(`${name} a person approves first, whatever the rules allow`, () => {
    expect(rank([ALL], over)).toMatchObject({ decision: { kind: 'ask' }, rule })
  })
}

test('hard rules do not hold a person up, nor a loop for what it has read', () => {
  const person = { kind: 'person', id: 'ann' } as const
  for (const over of [
    { class: 'delete' },
    { mode: 'composer' },
    { labels: ['untrusted'] },
  ] as const) {
    expect(rank([ALL], { ...over, principal: person }).decision.kind).toBe('allow')
  }
  expect(
    rank([ALL], { labels: ['untrusted'], principal: { kind: 'loop', id: 'l' } }).decision.kind,
  ).toBe('allow')
})

test('the strictest rule that matches is named, with its reason', () => {
  const rules: Rule[] = [
    ALL,
    { id: 'ask', action: 'require_approval' },
    { id: 'rehearse', action: 'dry_run', reason: 'only this week' },
  ]

  expect(rank(rules)).toMatchObject({
    decision: { kind: 'dry_run' },
    rule: 'rehearse',
    reason: 'only this week',
  })
  expect(rank([ALL, { id: 'ask', action: 'require_approval' }]).reason).toBe(
    'rule ask says require approval',
  )
})

test('only a rule that allows, and says so, lets something be repeated', () => {
  expect(rank([{ ...ALL, repeat: true }]).repeatable).toBe(true)
  expect(rank([ALL]).repeatable).toBe(false)
  expect(rank([ALL, { id: 'ask', action: 'require_approval', repeat: true }]).repeatable).toBe(
    false,
  )
  expect(rank([]).repeatable).toBe(false)
})

test('decisions are the join of all matching rules, in whatever order', () => {
  const action = fc.constantFrom<Rule['action']>('allow', 'deny', 'require_approval', 'dry_run')
  const rule = fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    action,
    operations: fc.subarray(['post.create', 'post.delete'], { minLength: 1 }),
    principals: fc.subarray(['agent', 'person', 'loop'] as const, { minLength: 1 }),
  })
  const order = ['allow', 'ask', 'dry_run', 'deny']
  const strength = { allow: 0, require_approval: 1, dry_run: 2, deny: 3 }
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (rules, random) => {
      const shuffled = rules
        .map((one) => ({ one, at: random.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one)
      const matching = rules.filter(
        ({ operations, principals }) =>
          operations.includes('post.create') && principals.includes('agent'),
      )
      const naive =
        matching.length === 0 ? 3 : Math.max(...matching.map((one) => strength[one.action]))
      for (const given of [rules, shuffled]) {
        const { decision, rule: named } = rank(given)
        expect(order.indexOf(decision.kind)).toBe(naive)
        const strictest = matching.filter((one) => strength[one.action] === naive)
        const names = matching.length === 0 ? ['default-deny'] : strictest.map(({ id }) => id)
        expect(names).toContain(named)
      }
    }),
  )
})

test('there are three hard rules, and all of them ask', () => {
  expect(HARD_RULES.map(({ action }) => action)).toEqual(Array(3).fill('require_approval'))
})

import { expect, test } from 'vitest'
import {
  HARD_RULES,
  rulesPolicy,
  type ActivePolicy,
  type Judged,
  type Rule,
  type Template,
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

test('a rule that only watches is recorded where it would have been stricter, and decides nothing', () => {
  const watching: Rule[] = [
    ALL,
    { id: 'maybe', action: 'deny', shadow: true },
    { id: 'other', action: 'deny', shadow: true, modes: ['other'] },
    { id: 'weaker', action: 'allow', shadow: true },
  ]

  expect(rank(watching)).toMatchObject({ decision: { kind: 'allow' }, shadows: ['maybe'] })
  expect(rank([{ id: 'only', action: 'allow', shadow: true }]).rule).toBe('default-deny')
})

test('a rule that is switched off does nothing', () => {
  expect(rank([{ ...ALL, enabled: false }]).rule).toBe('default-deny')
  expect(rank([ALL, { id: 'no', action: 'deny', enabled: false }]).decision.kind).toBe('allow')
})

test('of equally strict rules the one of the lowest priority is named, and then the first by name', () => {
  const asking = (id: string, priority?: number): Rule => ({
    id,
    action: 'require_approval',
    ...(priority !== undefined && { priority }),
  })

  expect(rank([asking('b', 210), asking('a', 220), asking('c')]).rule).toBe('c')
  expect(rank([asking('b'), asking('a')]).rule).toBe('a')
})

test('a hard rule of the application is named before its users’, and cannot be lifted', () => {
  const hard: Rule[] = [{ id: 'x:no-likes', action: 'deny', operations: ['post.*'] }]
  const policy = rulesPolicy([ALL, { id: 'a', action: 'deny' }], { hard })

  for (const lifted of [false, true]) {
    const active = { ...NOW, lifted }
    expect(policy.current(active).judge(JUDGED, active)).toMatchObject({ rule: 'x:no-likes' })
  }
})

test('while rules are lifted only hard rules and limits hold', () => {
  const limits = [{ dimension: 'post.create', max: 5, per: '1h' }]
  const policy = rulesPolicy([{ id: 'no', action: 'deny' }], { limits })
  const active = { ...NOW, lifted: true }
  const judge = (over: Partial<Judged>) =>
    policy.current(active).judge({ ...JUDGED, ...over }, active)

  expect(judge({})).toMatchObject({
    decision: { kind: 'allow' },
    rule: 'rules-lifted',
    reserves: [{ max: 5 }],
  })
  expect(judge({ mode: 'composer' })).toMatchObject({ decision: { kind: 'ask' } })
})

test('a hard rule that would allow something is a mistake of the program', () => {
  expect(() => rulesPolicy([], { hard: [ALL] })).toThrow('cannot allow')
  expect(() => rulesPolicy([], { hard: [{ ...ALL, action: 'deny', priority: 100 }] })).toThrow('99')
})

test('a template lends its rules and limits, in a band of its own', () => {
  const templates = {
    calm: {
      rules: [{ id: 'tpl:posts', action: 'require_approval', operations: ['post.*'] }],
      limits: [{ dimension: 'post.create', max: 2, per: '1h' }],
    },
  } satisfies Record<string, Template>
  const ruleSet = rulesPolicy([ALL], { templates, template: 'calm' }).current(NOW)

  expect(ruleSet.judge(JUDGED, NOW)).toMatchObject({ rule: 'tpl:posts', reserves: [{ max: 2 }] })
  expect(ruleSet.rules.find(({ id }) => id === 'tpl:posts')).toMatchObject({ band: 'template' })
})

test('the shorter older way to say it holds beside rules and templates', () => {
  const said = {
    blocked_tools: ['like.set'],
    require_approval_for: ['post.create'],
    dry_run_mutations: false,
  }
  const judge = (over: Partial<Judged>, more = {}) =>
    rulesPolicy([ALL], { ...said, ...more })
      .current(NOW)
      .judge({ ...JUDGED, ...over }, NOW)

  expect(judge({ operation: 'like.set' })).toMatchObject({
    decision: { kind: 'deny' },
    rule: 'v1:blocked:like.set',
  })
  expect(judge({ tool: 'like.set' }).rule).toBe('v1:blocked:like.set')
  expect(judge({}).rule).toBe('v1:approval:post.create')
  expect(judge({}, { dry_run_mutations: true }).rule).toBe('v1:dry_run')
  expect(judge({ operation: 'other' }).rule).toBe('all')
})

test('whoever changes rules after they were read changes nothing', () => {
  const operations = ['other']
  const policy = rulesPolicy([{ id: 'narrow', action: 'allow', operations }])
  operations.push(JUDGED.operation)

  expect(policy.current(NOW).judge(JUDGED, NOW).rule).toBe('default-deny')
})

test('there are three hard rules, and all of them ask', () => {
  expect(HARD_RULES.map(({ action }) => action)).toEqual(Array(3).fill('require_approval'))
})

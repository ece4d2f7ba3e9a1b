import { expect, test } from 'vitest'
import { storedPolicy } from '../../src/index.js'

const RULE = { id: 'r', action: 'allow' }
const LIMIT = { dimension: 'posts', max: 1, per: '1h' }
const rule = (over: object) => ({ rules: [{ ...RULE, ...over }] })
const limit = (over: object) => ({ limits: [{ ...LIMIT, ...over }] })
const arg = (over: object) => rule({ args: [{ path: 'text', ...over }] })
const schedule = (over: object) => rule({ schedule: { zone: 'UTC', ...over } })

const policy = storedPolicy({ hard: [{ id: 'x:mine', action: 'deny', operations: ['never'] }] })

test('a document that says nothing is good, and one that says everything is too', () => {
  const everything = {
    rules: [
      {
        ...RULE,
        priority: 250,
        label: 'l',
        reason: 'because',
        enabled: true,
        shadow: false,
        repeat: true,
        operations: ['post.*'],
        classes: ['create'],
        tools: ['x:post@1'],
        categories: ['write'],
        modes: ['autopilot'],
        principals: ['person'],
        accounts: ['alice'],
        tags: ['t'],
        labels: ['own'],
        risk: { effects: ['write'], idempotent: false },
        cost: { dimension: 'micro_usd', max: 10 },
        args: [{ path: 'media.*.type', in: ['video', 1, null], count: { min: 1 } }],
        schedule: { zone: 'UTC', from: '22:00', until: '07:00', days: ['sat'] },
      },
    ],
    limits: [{ ...LIMIT, id: 'kind', by: ['args.author', 'operation'], operations: ['post.*'] }],
    spend: [{ max: 5_000_000, per: 'day' }],
    blocked_tools: ['a'],
    require_approval_for: ['b'],
    dry_run_mutations: true,
  }

  expect(policy.read({}).kind).toBe('good')
  expect(policy.read(everything).kind).toBe('good')
})

for (const [name, document, path] of [
  ['no table', [], []],
  ['nothing', undefined, []],
  ['a field that nobody knows', { rule: [] }, ['rule']],
  ['a rule with a field that nobody knows', rule({ operation: ['a'] }), ['rules', 0, 'operation']],
  ['a rule without a name', { rules: [{ action: 'allow' }] }, ['rules', 0]],
  ['an action that nobody knows', rule({ action: 'permit' }), ['rules', 0, 'action']],
  ['two rules of one name', { rules: [RULE, RULE] }, ['rules', 1, 'id']],
  ['the name of a built-in rule', rule({ id: 'hard:delete-approval' }), ['rules', 0, 'id']],
  ['the name of a hard rule of the application', rule({ id: 'x:mine' }), ['rules', 0, 'id']],
  ['a priority of hard rules', rule({ priority: 0 }), ['rules', 0, 'priority']],
  ['a priority of templates', rule({ priority: 199 }), ['rules', 0, 'priority']],
  ['half a priority', rule({ priority: 200.5 }), ['rules', 0, 'priority']],
  ['a huge priority', rule({ priority: 1e300 }), ['rules', 0, 'priority']],
  ['an empty list, which could mean all or none', rule({ tools: [] }), ['rules', 0, 'tools']],
  ['a text for a list', rule({ tools: 'a' }), ['rules', 0, 'tools']],
  ['a star in the middle', rule({ tools: ['a*b'] }), ['rules', 0, 'tools', 0]],
  ['a control character', rule({ tools: ['a\u0000'] }), ['rules', 0, 'tools', 0]],
  ['half a character', rule({ reason: '\ud800' }), ['rules', 0, 'reason']],
  ['a class that nobody knows', rule({ classes: ['update'] }), ['rules', 0, 'classes', 0]],
  ['a principal that nobody knows', rule({ principals: ['root'] }), ['rules', 0, 'principals', 0]],
  ['a risk that nobody knows', rule({ risk: { danger: true } }), ['rules', 0, 'risk', 'danger']],
  ['a cost without a bound', rule({ cost: { dimension: 'm' } }), ['rules', 0, 'cost']],
  ['a cost of nothing', rule({ cost: { max: 1 } }), ['rules', 0, 'cost']],
  [
    'a cost that is no number',
    rule({ cost: { dimension: 'm', max: NaN } }),
    ['rules', 0, 'cost', 'max'],
  ],
  [
    'a range the wrong way round',
    arg({ length: { min: 2, max: 1 } }),
    ['rules', 0, 'args', 0, 'length'],
  ],
  ['an argument of which nothing is asked', arg({}), ['rules', 0, 'args', 0]],
  ['more of what must not be there', arg({ exists: false, equals: 1 }), ['rules', 0, 'args', 0]],
  [
    'a path into what every object has',
    arg({ path: '__proto__.x', exists: true }),
    ['rules', 0, 'args', 0, 'path'],
  ],
  ['a path with a hole', arg({ path: 'a..b', exists: true }), ['rules', 0, 'args', 0, 'path']],
  ['a pattern that is none', arg({ matches: '(a' }), ['rules', 0, 'args', 0, 'matches']],
  ['a pattern that looks around', arg({ matches: '(?=a)' }), ['rules', 0, 'args', 0, 'matches']],
  ['a comparison with a table', arg({ equals: {} }), ['rules', 0, 'args', 0, 'equals']],
  [
    'a zone that nobody knows',
    schedule({ zone: 'Berlin', from: '01:00' }),
    ['rules', 0, 'schedule', 'zone'],
  ],
  ['a time that is none', schedule({ from: '24:00' }), ['rules', 0, 'schedule', 'from']],
  ['an hour alone', schedule({ from: '7' }), ['rules', 0, 'schedule', 'from']],
  [
    'a window that ends when it begins',
    schedule({ from: '07:00', until: '07:00' }),
    ['rules', 0, 'schedule'],
  ],
  ['a zone alone', schedule({}), ['rules', 0, 'schedule']],
  ['a day that is none', schedule({ days: ['Monday'] }), ['rules', 0, 'schedule', 'days', 0]],
  ['a limit without a dimension', limit({ dimension: undefined }), ['limits', 0, 'dimension']],
  ['a limit of less than nothing', limit({ max: -1 }), ['limits', 0, 'max']],
  ['a limit of no number', limit({ max: NaN }), ['limits', 0, 'max']],
  ['a limit of no time', limit({ per: '0s' }), ['limits', 0, 'per']],
  ['a limit of a year', limit({ per: '365d' }), ['limits', 0, 'per']],
  ['a limit by something that nobody knows', limit({ by: ['author'] }), ['limits', 0, 'by', 0]],
  ['a cap of no time', { spend: [{ max: 1, per: 'year' }] }, ['spend', 0, 'per']],
  ['a template that nobody has', { template: 'calm' }, ['template']],
  [
    'what is blocked and asked about',
    { blocked_tools: ['a'], require_approval_for: ['a'] },
    ['require_approval_for', 0],
  ],
  [
    'a quorum of more than there are',
    { approvals: { approvers: ['ann', 'ann'], quorum: 2 } },
    ['approvals', 'quorum'],
  ],
  ['an own key of every object’s', JSON.parse('{"__proto__":{"rules":[]}}'), ['__proto__']],
  ['an object of some class', Object.assign(new Date(), {}), []],
  ['a field that is inherited', Object.create({ rules: [] }), []],
] satisfies Array<[string, unknown, Array<string | number>]>) {
  test(`${name} is refused, with its place`, () => {
    const read = policy.read(document)

    expect(read.kind === 'bad' && read.problems[0]?.path).toEqual(path)
  })
}

test('a list that goes on for ever is refused', () => {
  const rules = Array.from({ length: 10_001 }, (_, index) => ({ ...RULE, id: `r${index}` }))

  expect(policy.read({ rules })).toMatchObject({ kind: 'bad' })
  expect(policy.read({ rules: rules.slice(1) })).toMatchObject({ kind: 'good' })
})

test('a quorum that those who are named can have is good, and so is one of nobody in particular', () => {
  const approvers = ['ann', 'ben']

  for (const approvals of [
    { approvers, quorum: 2 },
    { approvers, quorum: 2, four_eyes: true },
  ]) {
    expect(policy.read({ approvals })).toMatchObject({ kind: 'good' })
  }
  expect(policy.read({ approvals: { quorum: 5 } })).toMatchObject({ kind: 'good' })
})

test('all problems are told at once', () => {
  const read = policy.read({ rules: [{ id: '', action: 'x' }], limits: [{}] })

  expect(read.kind === 'bad' && read.problems.map(({ path }) => path.join('.'))).toEqual([
    'rules.0.id',
    'rules.0.action',
    'limits.0',
    'limits.0',
    'limits.0',
  ])
})

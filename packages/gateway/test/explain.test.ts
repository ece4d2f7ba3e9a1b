import { expect, test } from 'vitest'
import { rulesPolicy, type GatewayRequest, type RulesOptions, type Rule } from '../src/index.js'
import { AGENT, createSmallWorld, deletePost, PERSON } from './harness/small-world.js'

const ALL: Rule = { id: 'all', action: 'allow', operations: ['post.*', 'like.*'] }

async function explain(
  rules: readonly Rule[],
  over: Partial<GatewayRequest> = {},
  options: RulesOptions = {},
) {
  await using world = createSmallWorld({ policy: rulesPolicy(rules, options) })
  const explained = await world.gateway.explain(world.post('gm', over))
  const rows = await world.gateway.list()
  expect(rows).toEqual([])
  return explained
}

test('what is allowed is explained by the rule that allows it', async () => {
  expect(await explain([ALL])).toMatchObject({
    kind: 'explained',
    decision: 'allow',
    rule: 'all',
    band: 'user',
    matching: [{ rule: 'all', action: 'allow', shadow: false }],
    changes: [],
  })
})

test('what no rule speaks of lacks a rule', async () => {
  expect(await explain([])).toMatchObject({
    decision: 'deny',
    rule: 'default-deny',
    band: undefined,
    changes: [{ kind: 'missing_rule', operation: 'post.create' }],
  })
})

test('a rule that can be changed says what would be without it', async () => {
  const rules: Rule[] = [
    ALL,
    { id: 'ask', action: 'require_approval' },
    { id: 'no', action: 'deny', reason: 'closed' },
    { id: 'no-2', action: 'deny', modes: ['autopilot'] },
  ]

  expect(await explain(rules, { mode: 'assist' })).toMatchObject({
    decision: 'deny',
    rule: 'no',
    reason: 'closed',
    changes: [{ kind: 'rules', rules: ['no'], to: 'ask' }],
  })
})

test('a hard rule cannot be changed, but another may ask', async () => {
  const asked = { operation: deletePost, args: { id: '1' }, principal: AGENT }

  expect(await explain([ALL], asked)).toMatchObject({
    decision: 'ask',
    rule: 'hard:delete-approval',
    band: 'hard',
    changes: [{ kind: 'request', field: 'principal', value: 'person', to: 'allow' }],
  })
})

test('what an agent has read is named as what stands in its way', async () => {
  const { changes } = Object(await explain([ALL], { principal: AGENT, labels: ['untrusted'] }))

  expect(changes).toContainEqual({
    kind: 'request',
    field: 'label',
    value: 'untrusted',
    to: 'allow',
  })
})

test('a person may confirm what a person must approve', async () => {
  const { changes } = Object(await explain([ALL, { id: 'ask', action: 'require_approval' }]))

  expect(changes).toContainEqual({ kind: 'confirm' })
})

test('a schedule says when it will be over', async () => {
  // The clock of a small world stands at 22:13:20.
  const night: Rule = {
    id: 'night',
    action: 'deny',
    schedule: { zone: 'UTC', from: '22:00', until: '07:30' },
  }
  const { changes } = Object(await explain([ALL, night]))

  expect(changes).toContainEqual({ kind: 'time', at: Date.UTC(2023, 10, 15, 7, 30), to: 'allow' })
})

test('a limit says how much of it is used, and when there is room again', async () => {
  const limits = [{ dimension: 'post.create', max: 1, per: '1h' }]
  await using world = createSmallWorld({ policy: rulesPolicy([ALL], { limits }) })
  await world.gateway.run(world.post('one'))
  world.clock.advance(60_000)

  expect(await world.gateway.explain(world.post('two'))).toMatchObject({
    decision: 'deny',
    rule: 'limit:post.create',
    limits: [{ used: 1, max: 1, isWithin: false, retryAfterMs: 59 * 60_000 }],
    changes: [{ kind: 'time', at: world.clock.now() + 59 * 60_000, to: 'allow' }],
  })
  expect(await world.gateway.explain(world.like('p', true))).toMatchObject({ decision: 'allow' })
})

test('a pause is above all rules', async () => {
  await using world = createSmallWorld()
  await world.gateway.pause({ account: 'alice', by: PERSON, reason: 'holiday' })

  expect(await world.gateway.explain(world.post('gm'))).toMatchObject({
    decision: 'deny',
    rule: 'paused',
    reason: 'holiday',
    changes: [{ kind: 'resume' }],
  })
})

test('on probation a person sees first what rules allow, and no other rule would help', async () => {
  await using world = createSmallWorld({ policy: rulesPolicy([ALL]) })
  const { gateway } = world
  await gateway.run(world.post('one'))
  await gateway.beginProbation({ account: 'alice', by: PERSON, reason: 'updated', changes: 2 })

  expect(await gateway.explain(world.post('two', { principal: AGENT }))).toMatchObject({
    decision: 'ask',
    rule: 'first-changes',
    reason: expect.stringContaining('the next 2 changes'),
    changes: [],
  })
  expect(await gateway.explain(world.post('two', { principal: PERSON }))).toMatchObject({
    changes: [{ kind: 'confirm' }],
  })
  expect(await gateway.run(world.post('two', { principal: AGENT }))).toMatchObject({
    kind: 'needs_approval',
    rule: 'first-changes',
  })
})

test('what is no request is not explained but refused', async () => {
  await using world = createSmallWorld()

  expect(await world.gateway.explain(world.post(''))).toMatchObject({
    kind: 'denied',
    code: 'invalid_input',
  })
})

test('rules that only watch are shown as such', async () => {
  expect(await explain([ALL, { id: 'maybe', action: 'deny', shadow: true }])).toMatchObject({
    decision: 'allow',
    matching: [{ rule: 'all' }, { rule: 'maybe', shadow: true }],
  })
})

test('what a person has let through in advance is explained by that, until a limit refuses it', async () => {
  const rules: Rule[] = [{ id: 'ask', action: 'require_approval' }]
  const limits = [{ dimension: 'post.create', max: 1, per: '1h' }]
  await using world = createSmallWorld({ policy: rulesPolicy(rules, { limits }) })
  const { gateway, clock } = world
  const until = clock.now() + 60 * 60 * 1_000
  const shape = { account: 'alice', operation: 'post.create', when: {}, times: 2, until }
  const ask = (text: string) => world.post(text, { principal: AGENT })
  expect(await gateway.explain(ask('one'))).toMatchObject({ decision: 'ask', rule: 'ask' })
  const granted = await gateway.grant({ principal: PERSON }, shape)
  const id = granted.kind === 'granted' ? granted.grant.id : ''

  expect(await gateway.explain(ask('one'))).toMatchObject({
    decision: 'allow',
    rule: `grant:${id}`,
    reason: 'ann has let it through in advance, as one of 2',
    changes: [],
  })
  expect(await gateway.run(ask('one'))).toMatchObject({ kind: 'executed' })
  expect(await gateway.explain(ask('two'))).toMatchObject({
    decision: 'deny',
    changes: [{ kind: 'time', to: 'allow' }],
  })

  await gateway.beginProbation({ changes: 1, by: PERSON, reason: 'look again', account: 'alice' })
  expect(await gateway.explain(ask('two'))).toMatchObject({ decision: 'ask', rule: 'ask' })
})

const ASK: Rule = { id: 'ask', action: 'require_approval' }
const FULL = { limits: [{ dimension: 'post.create', max: 0, per: '1h' }] }

test.each<[string, readonly Rule[], RulesOptions, Partial<GatewayRequest>, string, object]>([
  ['confirmed', [ASK], {}, { confirmed: true }, 'executed', { decision: 'allow', rule: 'ask' }],
  ['confirmed, and full', [ASK], FULL, { confirmed: true }, 'denied', { decision: 'deny' }],
  [
    'confirmed by who may not decide',
    [ASK],
    { approvals: { four_eyes: true } },
    { confirmed: true },
    'needs_approval',
    { decision: 'ask', rule: 'ask' },
  ],
  [
    'repeated on purpose',
    [ALL],
    {},
    { allowRepeat: true, idempotencyKey: 'k' },
    'denied',
    { decision: 'deny', rule: 'repeat-not-allowed' },
  ],
])('what is %s is explained as it ends', async (_name, rules, options, over, kind, said) => {
  await using world = createSmallWorld({ policy: rulesPolicy(rules, options) })
  const asked = world.post('gm', over)

  const explained = await world.gateway.explain(asked)
  expect(await world.gateway.run(asked)).toMatchObject({ kind })
  expect(explained).toMatchObject(said)
  expect(Object(explained).changes).not.toContainEqual({ kind: 'confirm' })
})

test('who writes as an older program than is wanted is told so', async () => {
  await using world = createSmallWorld({ policy: rulesPolicy([ALL]) })
  await world.gateway.requireWriterVersion(9, PERSON)

  expect(await world.gateway.explain(world.post('gm'))).toMatchObject({
    decision: 'deny',
    rule: 'old-writer',
    changes: [],
  })
})

test('of several full limits the last to have room says when', async () => {
  const limits = [
    { dimension: 'post.create', max: 1, per: '1h' },
    { dimension: 'post.create', max: 1, per: '1d' },
  ]
  await using world = createSmallWorld({ policy: rulesPolicy([ALL], { limits }) })
  await world.gateway.run(world.post('one'))

  const { changes } = Object(await world.gateway.explain(world.post('two')))
  expect(changes).toMatchObject([{ kind: 'time', to: 'allow' }])
  expect(changes[0].at - world.clock.now()).toBeGreaterThan(23 * 60 * 60 * 1_000)
})

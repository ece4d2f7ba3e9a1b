import { expect, test } from 'vitest'
import { rulesPolicy, type PolicyDocument } from '../src/index.js'
import { AGENT, createSmallWorld, deletePost, type SmallWorld } from './harness/small-world.js'

const ALL = { id: 'all', action: 'allow' } as const

/** A day on which three posts went out, one waits, and one was over the limit. */
async function createDay(): Promise<SmallWorld> {
  const policy = rulesPolicy([ALL], { limits: [{ dimension: 'post.create', max: 3, per: '1d' }] })
  const world = createSmallWorld({ policy })
  for (const text of ['one', 'two', 'see http://a.example', 'four']) {
    await world.gateway.run(world.post(text))
    world.clock.advance(60_000)
  }
  await world.gateway.run({
    ...world.post(''),
    operation: deletePost,
    args: { id: '1' },
    principal: AGENT,
  })
  return world
}

const rehearse = (world: SmallWorld, document: PolicyDocument, more = {}) =>
  world.gateway.rehearse(document, { since: 0, ...more })

test('the policy that held would have changed nothing', async () => {
  await using world = await createDay()
  const limits = [{ dimension: 'post.create', max: 3, per: '1d' }]

  expect(await rehearse(world, { rules: [ALL], limits })).toEqual({
    kind: 'rehearsed',
    intents: 5,
    changed: 0,
    turns: [],
    rules: [],
    examples: [],
    idle: [],
    uncounted: 0,
  })
})

test('what would have differed is counted, and shown with its rule', async () => {
  await using world = await createDay()
  const links = {
    id: 'links',
    action: 'require_approval',
    reason: 'links are dear',
    args: [{ path: 'text', links: { min: 1 } }],
  } as const

  expect(await rehearse(world, { rules: [ALL, links] })).toMatchObject({
    changed: 2,
    turns: [
      { from: 'allow', to: 'ask', count: 1 },
      { from: 'limit', to: 'allow', count: 1 },
    ],
    rules: [
      { rule: 'links', count: 1 },
      { rule: 'all', count: 1 },
    ],
    examples: [{ from: 'allow', to: 'ask', rule: 'links', reason: 'links are dear' }, {}],
  })
})

test('limits are rehearsed in order of time, as they would have filled', async () => {
  await using world = await createDay()
  const limits = [{ dimension: 'post.create', max: 1, per: '2m' }]

  expect(await rehearse(world, { rules: [ALL], limits })).toMatchObject({
    changed: 1,
    turns: [{ from: 'allow', to: 'limit', count: 1 }],
  })
})

test('only what was asked since then, by that account, counts; and few examples are shown', async () => {
  await using world = await createDay()
  const none = { rules: [{ id: 'no', action: 'deny' }] } as const

  expect(await rehearse(world, none, { examples: 1 })).toMatchObject({ changed: 5, examples: [{}] })
  expect(await rehearse(world, none, { since: world.clock.now() })).toMatchObject({ intents: 1 })
  expect(await rehearse(world, none, { account: 'bob' })).toMatchObject({ intents: 0 })
})

test('rules that concern nothing which the gateway can do are named', async () => {
  await using world = createSmallWorld()
  const rules = [
    { id: 'misspelt', action: 'deny', operations: ['post.craete'] },
    { id: 'no-such-kind', action: 'deny', operations: ['post.*'], classes: ['spend'] },
    { id: 'no-such-tag', action: 'deny', tags: ['loud'] },
    { id: 'some', action: 'deny', operations: ['post.craete', 'post.create'] },
    { id: 'by-arguments', action: 'deny', args: [{ path: 'text', matches: 'never' }] },
  ] as const
  const limits = [
    { dimension: 'post.create', max: 1, per: '1d', tools: ['x_pots'] },
    { dimension: 'post.create', max: 1, per: '1d', operations: ['post*'] },
  ]

  expect(await rehearse(world, { rules, limits, blocked_tools: ['x_pots'] })).toMatchObject({
    idle: ['misspelt', 'no-such-kind', 'no-such-tag', 'v1:blocked:x_pots', 'limit:post.create'],
  })
})

test('a rehearsal changes nothing', async () => {
  await using world = await createDay()
  const before = await world.gateway.list()
  await rehearse(world, { rules: [{ id: 'no', action: 'deny' }] })

  expect(await world.gateway.list()).toEqual(before)
  expect(await world.gateway.verifyAudit()).toMatchObject({ kind: 'intact' })
})

test('a document that is no policy cannot be rehearsed', async () => {
  await using world = createSmallWorld()

  expect(await rehearse(world, { template: 'none' })).toMatchObject({ kind: 'bad' })
})

test('what nobody knows how to carry out any more is judged, and its cost left out', async () => {
  await using world = await createDay()
  const { gateway } = world.open({ effects: [] })

  expect(await gateway.rehearse({ rules: [ALL] }, { since: 0 })).toMatchObject({ uncounted: 5 })
})

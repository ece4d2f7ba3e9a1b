import { expect, test } from 'vitest'
import { rulesPolicy, storedPolicy, type PolicyDocument } from '../../src/index.js'
import { AGENT, createSmallWorld, PERSON, type SmallWorld } from '../harness/small-world.js'

const BY = { by: PERSON, reason: 'as agreed' }
const ALLOW: PolicyDocument = { rules: [{ id: 'all', action: 'allow' }] }
const HARD = [{ id: 'x:no-agents', action: 'deny', principals: ['agent'] }] as const

const createWorld = () => createSmallWorld({ policy: storedPolicy({ hard: HARD }) })

async function activate({ gateway }: SmallWorld, document: PolicyDocument) {
  const change = await gateway.activatePolicy(document, BY)
  if (change.kind !== 'activated') throw new Error(`not activated: ${JSON.stringify(change)}`)
  return change.version
}

test('until a policy was made active everything is denied', async () => {
  await using world = createWorld()

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'denied',
    rule: 'policy-failed',
    reason: expect.stringContaining('no policy was made active'),
  })
  expect(world.far.requests).toBe(0)
})

test('what one process makes active, another judges by at once', async () => {
  await using world = createWorld()
  const other = world.open().gateway
  await activate(world, ALLOW)
  expect(await other.run(world.post('one'))).toMatchObject({ kind: 'executed' })

  await activate(world, { rules: [{ id: 'no', action: 'deny', reason: 'closed' }] })

  expect(await other.run(world.post('two'))).toMatchObject({ rule: 'no', reason: 'closed' })
  expect(await world.gateway.list({ states: ['denied'] })).toMatchObject([
    { rule: 'no', decision: 'deny', policyVersion: 2 },
  ])
})

test('a bad document is refused whole, and the last good one stays', async () => {
  await using world = createWorld()
  await activate(world, ALLOW)
  // As it comes from a page or a file.
  const bad: PolicyDocument = JSON.parse('{"rules":[{"id":"r","action":"allow","operation":[]}]}')

  expect(await world.gateway.activatePolicy(bad, BY)).toMatchObject({
    kind: 'bad',
    problems: [{ path: ['rules', 0, 'operation'] }],
  })
  expect(await world.gateway.listPolicies()).toMatchObject([{ version: 1 }])
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'executed' })
})

test('a quorum that nobody can reach is not made active, and where it is already the rest still holds', async () => {
  await using world = createWorld()
  const unreachable = { ...ALLOW, approvals: { approvers: ['ann'], quorum: 2, first_changes: 0 } }

  expect(await world.gateway.activatePolicy(unreachable, BY)).toMatchObject({ kind: 'bad' })
  await world.store.activatePolicy({ text: JSON.stringify(unreachable), ...BY })
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'executed' })
})

test('a version that this program cannot read denies, and does not fall back to another', async () => {
  await using world = createWorld()
  await activate(world, ALLOW)
  await world.store.activatePolicy({ text: '{"rules":[{"id":"r","action":"sing"}]}', ...BY })

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ rule: 'policy-failed' })
})

test('gateway_denies_hard_rule: those of the application hold under every version, and while rules are lifted', async () => {
  await using world = createWorld()
  await activate(world, ALLOW)
  const asAgent = world.post('gm', { principal: AGENT })

  expect(await world.gateway.run(asAgent)).toMatchObject({ rule: 'x:no-agents' })
  await world.gateway.liftRules(BY)
  expect(await world.gateway.run(asAgent)).toMatchObject({ rule: 'x:no-agents' })
})

test('gateway_allows_when_enforcement_disabled: for an hour, within limits, and not while paused', async () => {
  await using world = createWorld()
  await activate(world, {
    rules: [{ id: 'no', action: 'deny' }],
    limits: [{ dimension: 'post.create', max: 1, per: '1d' }],
  })
  await world.gateway.liftRules(BY)

  expect(await world.gateway.run(world.post('one'))).toMatchObject({ kind: 'executed' })
  expect(await world.gateway.run(world.post('two'))).toMatchObject({ code: 'limit' })
  await world.gateway.pause({ by: PERSON, reason: 'stop' })
  expect(await world.gateway.run(world.like('p', true))).toMatchObject({ code: 'paused' })
  await world.gateway.resume({ by: PERSON, reason: 'go' })
  world.clock.advance(60 * 60 * 1_000)
  expect(await world.gateway.run(world.like('p', true))).toMatchObject({ rule: 'no' })
})

test('gateway_denies_blocked_tool', async () => {
  await using world = createWorld()
  await activate(world, { ...ALLOW, blocked_tools: ['post.create'] })

  expect(await world.gateway.run(world.post('gm'))).toMatchObject({
    kind: 'denied',
    rule: 'v1:blocked:post.create',
  })
})

test('a limit that was changed holds from the next claim on, and counts what was before', async () => {
  await using world = createWorld()
  const limited = (max: number) => ({
    ...ALLOW,
    limits: [{ dimension: 'post.create', max, per: '1h' }],
    approvals: { first_changes: 0 },
  })
  await activate(world, limited(1))
  await world.gateway.run(world.post('one'))
  expect(await world.gateway.run(world.post('two'))).toMatchObject({ code: 'limit' })

  await activate(world, limited(2))
  expect(await world.gateway.run(world.post('two'))).toMatchObject({ kind: 'executed' })
  await activate(world, limited(1))
  expect(await world.gateway.run(world.post('three'))).toMatchObject({ code: 'limit' })
})

test('replies are limited by whom they are to', async () => {
  await using world = createWorld()
  const by = { dimension: 'post.create', max: 1, per: '1d', by: ['args.replyTo'] }
  await activate(world, { ...ALLOW, limits: [{ id: 'kind-to-people', ...by }] })
  const reply = (text: string, replyTo: string) =>
    world.gateway.run(world.post(text, { args: { text, replyTo } }))

  expect(await reply('a', 'ana')).toMatchObject({ kind: 'executed' })
  expect(await reply('b', 'bob')).toMatchObject({ kind: 'executed' })
  expect(await reply('c', 'ana')).toMatchObject({ rule: 'limit:kind-to-people' })
})

test('what waits for a person can be denied by a policy that came after it', async () => {
  await using world = createWorld()
  await activate(world, { rules: [{ id: 'ask', action: 'require_approval' }] })
  const waiting = await world.gateway.run(world.post('gm'))
  const intent = 'intent' in waiting ? (waiting.intent ?? '') : ''
  await activate(world, { rules: [{ id: 'no', action: 'deny' }] })
  await world.gateway.approve(intent, { principal: PERSON })

  expect(await world.gateway.execute(intent)).toMatchObject({ kind: 'denied', rule: 'no' })
  expect(world.far.requests).toBe(0)
})

test('rules in code cannot be replaced from the database', async () => {
  await using world = createSmallWorld({ policy: rulesPolicy([]) })

  await expect(world.gateway.activatePolicy(ALLOW, BY)).rejects.toThrow('storedPolicy')
})

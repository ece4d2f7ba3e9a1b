import { expect, test } from 'vitest'
import { rulesPolicy, type Rule, type RulesOptions } from '../src/index.js'
import { AGENT, createSmallWorld, PERSON, type SmallWorld } from './harness/small-world.js'

const ASK: Rule = { id: 'ask', action: 'require_approval' }
const HOUR = 60 * 60 * 1000

test('a policy says who decides: with four eyes, nobody by themselves', async () => {
  await using world = openWorld({ approvals: { four_eyes: true, approvers: ['ann', 'ben'] } })
  const asked = await world.gateway.run(world.post('gm', { confirmed: true }))
  expect(asked).toMatchObject({ kind: 'needs_approval' })
  const id = 'intent' in asked ? String(asked.intent) : ''
  const as = (name: string) =>
    world.gateway.approve(id, { principal: { kind: 'person', id: name } })

  expect(await as('ann')).toMatchObject({ kind: 'denied', code: 'not_approved' })
  expect(await as('eve')).toMatchObject({ kind: 'denied', code: 'not_approved' })
  expect(await as('ben')).toMatchObject({ kind: 'decided' })
  expect(await world.gateway.execute(id)).toMatchObject({ kind: 'executed' })
})

test('where the policy cannot be read, nobody decides', async () => {
  await using world = openWorld()
  const { id } = await ask(world, 'gm')
  const broken = {
    ...rulesPolicy([]),
    current() {
      throw new Error('unreadable')
    },
  }
  const { gateway } = world.open({ policy: broken })

  expect(await gateway.approve(id, { principal: PERSON })).toMatchObject({ kind: 'denied' })
})

test('what is no decision decides nothing', async () => {
  await using world = openWorld()
  const { id, content } = await ask(world, 'gm')
  const by = { principal: PERSON }
  const { gateway } = world

  await expect(gateway.decideAll('yes' as never, by, [{ intent: id, content }])).rejects.toThrow(
    'approve or reject',
  )
  for (const said of [undefined, null, { kind: 'junk' }]) {
    await expect(gateway.resolve(id, by, said as never)).rejects.toThrow(
      'applied, not_applied or go_on',
    )
  }
  expect(await gateway.show(id)).toMatchObject({ state: 'awaiting_approval' })
})

test('several are decided each by itself, of what was seen, and not too many', async () => {
  await using world = openWorld()
  const items = []
  for (const text of ['a', 'b', 'c']) {
    const { id, content } = await ask(world, text)
    items.push({ intent: id, content })
  }
  const [first] = items
  if (first) await world.gateway.edit(first.intent, { principal: PERSON }, { text: 'changed' })

  const decided = await world.gateway.decideAll('approve', { principal: PERSON }, items)

  const kinds = decided.kind === 'decided' ? decided.items.map((item) => item.decided.kind) : []
  expect(kinds).toEqual(['moved_on', 'decided', 'decided'])
  const many = Array.from({ length: 11 }, () => ({ intent: 'x', content: 'x' }))
  expect(await world.gateway.decideAll('approve', { principal: PERSON }, many)).toMatchObject({
    kind: 'denied',
    code: 'invalid_input',
  })
})

test('a grant covers what its conditions say, and nothing else', async () => {
  await using world = openWorld()
  const until = world.clock.now() + HOUR
  const when = { principals: ['agent'], args: [{ path: 'text', length: { max: 5 } }] } as const
  const request = { account: 'alice', operation: 'post.create', when, times: 2, until }
  expect(await world.gateway.grant({ principal: PERSON }, request)).toMatchObject({
    kind: 'granted',
    grant: { left: 2, by: 'ann' },
  })
  const run = async (text: string, more = {}) => {
    const asked = world.post(text, { principal: AGENT, ...more })
    const explained = await world.gateway.explain(asked)
    const outcome = await world.gateway.run(asked)
    expect(explained).toMatchObject({ decision: outcome.kind === 'executed' ? 'allow' : 'ask' })
    return outcome
  }

  expect(await run('short')).toMatchObject({ kind: 'executed' })
  expect(await run('too long')).toMatchObject({ kind: 'needs_approval' })
  expect(await run('read', { labels: ['untrusted'] })).toMatchObject({ kind: 'needs_approval' })
  expect(await run('tiny', { account: 'bob' })).toMatchObject({ kind: 'needs_approval' })
  expect(await run('also')).toMatchObject({ kind: 'executed' })
  expect(await run('third')).toMatchObject({ kind: 'needs_approval' })
})

test('a grant that cannot be understood is refused, and says why', async () => {
  await using world = openWorld()
  const request = {
    account: 'alice',
    operation: 'post.create',
    when: {},
    times: 1,
    until: world.clock.now() + HOUR,
  }
  const by = { principal: PERSON }
  const misspelt: object = { operation: 'post.create' }
  const bad = [
    { ...request, times: 0 },
    { ...request, times: 1.5 },
    { ...request, until: world.clock.now() },
    { ...request, until: Infinity },
    { ...request, when: misspelt },
  ]

  for (const wrong of bad) {
    expect(await world.gateway.grant(by, wrong)).toMatchObject({
      kind: 'denied',
      code: 'invalid_input',
    })
  }
  expect(await world.gateway.grant({ principal: AGENT }, request)).toMatchObject({
    kind: 'denied',
    code: 'not_approved',
  })
  expect(await world.gateway.listGrants('alice')).toEqual([])
})

function openWorld(options: RulesOptions = {}): SmallWorld {
  return createSmallWorld({ policy: rulesPolicy([ASK], options) })
}

async function ask(world: SmallWorld, text: string) {
  const outcome = await world.gateway.run(world.post(text, { principal: AGENT }))
  if (outcome.kind !== 'needs_approval') throw new Error(`it was not routed: ${outcome.kind}`)
  const intent = await world.gateway.show(outcome.intent)
  if (!intent) throw new Error('it is gone')
  return intent
}

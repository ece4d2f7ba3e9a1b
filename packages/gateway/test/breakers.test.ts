import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BREAKERS, rulesPolicy, storedPolicy, type Outcome, type Rule } from '../src/index.js'
import { likenessOf } from '../src/breakers.js'
import {
  createSmallWorld,
  PERSON,
  TIMES,
  type Behaviour,
  type SmallWorld,
} from './harness/small-world.js'

const ALLOW = rulesPolicy([{ id: 'all', action: 'allow', repeat: true }])

const TRIGGERS: ReadonlyArray<
  readonly [string, { behaviour: Behaviour; times: number; reason: string }]
> = [
  ['unknown outcomes', { behaviour: 'drop_before', times: 3, reason: 'not known' }],
  ['failures in a row', { behaviour: 'not_connected', times: 5, reason: 'in a row' }],
  ['refusals', { behaviour: 'refuse', times: 5, reason: 'refused' }],
]

test.for(TRIGGERS)('an account stops after %s, and says why', async ([, trigger]) => {
  const { behaviour, times, reason } = trigger
  await using world = openWorld()

  await post(world, Array<Behaviour>(times - 1).fill(behaviour))
  expect(await world.gateway.control('alice')).toMatchObject({ paused: false })
  await post(world, [behaviour])

  expect(await world.gateway.control('alice')).toMatchObject({
    paused: true,
    reason: expect.stringContaining(reason),
  })
  expect(await post(world, ['ok'])).toMatchObject([{ kind: 'denied', code: 'paused' }])
  expect(await world.gateway.control('bob')).toMatchObject({ paused: false })
})

test('a success ends a row of failures, and refusals are counted all the same', async () => {
  await using world = openWorld()

  await post(world, ['refuse', 'refuse', 'refuse', 'refuse', 'ok'])
  expect(await world.gateway.control('alice')).toMatchObject({ paused: false })
  await post(world, ['refuse'])

  expect(await world.gateway.control('alice')).toMatchObject({ paused: true })
})

test('what went wrong an hour ago counts no more', async () => {
  await using world = openWorld()
  await post(world, ['refuse', 'refuse', 'refuse', 'refuse', 'ok'])

  world.clock.advance(60 * 60 * 1000)
  await post(world, ['refuse'])

  expect(await world.gateway.control('alice')).toMatchObject({ paused: false })
})

test('whoever resumes an account has looked: it starts anew', async () => {
  await using world = openWorld()
  await post(world, Array<Behaviour>(5).fill('refuse'))
  await world.gateway.resume({ account: 'alice', by: PERSON, reason: 'seen' })

  await post(world, Array<Behaviour>(4).fill('refuse'))
  expect(await world.gateway.control('alice')).toMatchObject({ paused: false })
  await post(world, ['refuse'])
  expect(await world.gateway.control('alice')).toMatchObject({ paused: true })
})

test('three texts that are nearly the same stop an account; two, or three others, do not', async () => {
  await using world = openWorld()
  const say = (text: string) => world.gateway.run(world.post(text))
  const paused = async () => (await world.gateway.control('alice')).paused

  await say('the new release is out today, have a look at it now')
  await say('a completely different thing about gardens')
  await say('and one more about the weather in May')
  await say('The new release is out today, have a look at it now!')
  expect(await paused()).toBe(false)
  world.clock.advance(11 * 60 * 1000)
  await say('the new release is out today: have a look at it now?')
  expect(await paused()).toBe(false)
  await say('the new release is out today - have a look at it NOW')
  await say('so the new release is out today, have a look at it now')

  expect(await paused()).toBe(true)
})

test('what a person has let through may say the same as often as they like', async () => {
  await using world = openWorld()
  for (const mark of ['.', '!', '?', ':']) {
    const text = `the new release is out today, have a look at it now${mark}`
    await world.gateway.run(world.post(text, { confirmed: true }))
  }

  expect(world.far.posts).toHaveLength(4)
  expect(await world.gateway.control('alice')).toMatchObject({ paused: false })
})

test('likeness is 1 for the same words, 0 for none in common, and the same both ways', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const likeness = likenessOf(one, other)
      expect(likeness).toBe(likenessOf(other, one))
      expect(likeness).toBeGreaterThanOrEqual(0)
      expect(likeness).toBeLessThanOrEqual(1)
      expect(likenessOf(one, one)).toBe(1)
    }),
  )
  expect(likenessOf('a b', 'c d')).toBe(0)
  expect(likenessOf('a b c', 'b c d')).toBe(0.5)
})

test('after a new policy a person sees the next three changes of each account', async () => {
  await using world = createSmallWorld({ policy: storedPolicy() })
  const rules: Rule[] = [{ id: 'all', action: 'allow', operations: ['post.create'] }]
  const by = { by: PERSON, reason: 'first' }
  await world.gateway.activatePolicy({ rules }, by)
  expect(await post(world, ['ok'])).toMatchObject([{ kind: 'executed' }])
  await world.gateway.activatePolicy({ rules, approvals: {} }, { ...by, reason: 'second' })

  const waiting = await post(world, ['ok', 'ok', 'ok', 'ok'])
  expect(waiting.map(({ kind }) => kind)).toEqual(Array(4).fill('needs_approval'))
  expect(waiting[0]).toMatchObject({ rule: 'first-changes' })
  for (const outcome of waiting.slice(0, 3)) {
    const intent = 'intent' in outcome ? String(outcome.intent) : ''
    await world.gateway.approve(intent, { principal: PERSON })
    expect(await world.gateway.execute(intent)).toMatchObject({ kind: 'executed' })
  }

  expect(await post(world, ['ok'])).toMatchObject([{ kind: 'executed' }])
})

test('what a person asks, having seen it, is seen; and it can be turned off', async () => {
  await using world = createSmallWorld()
  await post(world, ['ok'])
  const begin = { account: 'alice', by: PERSON, reason: 'upgrade' }
  await world.gateway.beginProbation({ ...begin, changes: 1 })

  expect(await post(world, ['ok'])).toMatchObject([{ kind: 'needs_approval' }])
  const confirmed = await world.gateway.run(world.post('seen', { confirmed: true }))
  expect(confirmed).toMatchObject({ kind: 'executed' })
  expect(await post(world, ['ok'])).toMatchObject([{ kind: 'executed' }])
  await world.gateway.beginProbation({ ...begin, changes: 0 })
  expect(await post(world, ['ok'])).toMatchObject([{ kind: 'executed' }])
})

function openWorld(): SmallWorld {
  return createSmallWorld({ policy: ALLOW, breakers: BREAKERS })
}

let posted = 0

/** Posts that have nothing to do with each other, one for each behaviour of the far side. */
async function post(world: SmallWorld, behaviours: readonly Behaviour[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const behaviour of behaviours) {
    world.far.script.splice(0, Infinity, behaviour)
    outcomes.push(await world.gateway.run(world.post(`w${posted++}x w${posted++}y`)))
    world.clock.advance(TIMES.permit)
  }
  world.far.script.length = 0
  return outcomes
}

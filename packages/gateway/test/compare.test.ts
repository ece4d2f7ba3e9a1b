import { expect, test } from 'vitest'
import { rulesPolicy } from '../src/index.js'
import {
  compareInputOf,
  createSmallWorld,
  PERSON,
  TIMES,
  type SmallWorld,
} from './harness/small-world.js'
import { plantRogues } from './laws/comparison-laws.js'
import { seeded } from './processes/seeded.js'

test('a post that nobody asked for is found in every run, and an honest account is left alone', async () => {
  const runs = 40

  expect(await plantRogues({ runs, random: seeded(1) })).toEqual({
    runs,
    found: runs,
    falseAlarms: 0,
  })
})

test('a post that is not there any more stops the account, unless it was taken away on purpose', async () => {
  await using world = createSmallWorld()
  await settled(world, 'a')
  await settled(world, 'b')
  world.far.posts.shift()

  const gone = await world.gateway.compare({ ...compareInputOf(world), isGone: (id) => id === '1' })
  expect(gone).toMatchObject({ strangers: [], missing: [] })
  expect(await world.gateway.control('alice')).toMatchObject({ paused: false })

  const { missing } = await world.gateway.compare(compareInputOf(world))
  expect(missing).toMatchObject([{ externalId: '1' }])
  expect(await world.gateway.control('alice')).toMatchObject({
    paused: true,
    reason: expect.stringContaining('not there any more'),
  })
})

test('what waited for a person is compared by when it was sent', async () => {
  await using world = createSmallWorld({ policy: rulesPolicy([ASK]) })
  const asked = await world.gateway.run(world.post('a'))
  if (asked.kind !== 'needs_approval') throw new Error(`it is ${asked.kind}`)
  world.clock.advance(TIMES.settle * 2)
  const { until } = await world.gateway.compare(compareInputOf(world))
  await world.gateway.approve(asked.intent, { principal: PERSON })
  await world.gateway.execute(asked.intent)
  world.clock.advance(TIMES.settle * 2)
  world.far.posts.length = 0

  const { missing } = await world.gateway.compare({ ...compareInputOf(world), since: until })

  expect(missing).toMatchObject([{ intent: asked.intent, externalId: '1' }])
})

test('what is still on its way is no stranger', async () => {
  await using world = createSmallWorld()
  await settled(world, 'a')
  world.far.script.push('drop_after')
  const at = world.clock.now()
  await world.gateway.run(world.post('b'))
  world.clock.advance(TIMES.settle * 2)
  const items = [
    { externalId: '1', at: 0 },
    { externalId: '2', at },
  ]

  const found = await world.gateway.compare({ ...compareInputOf(world), items })

  expect(found).toMatchObject({ strangers: [], missing: [] })
  expect(found.until).toBeLessThan(world.clock.now() - TIMES.settle)
})

const ASK = { id: 'ask', action: 'require_approval' } as const

async function settled(world: SmallWorld, text: string): Promise<void> {
  await world.gateway.run(world.post(text))
  world.clock.advance(TIMES.settle * 2)
}

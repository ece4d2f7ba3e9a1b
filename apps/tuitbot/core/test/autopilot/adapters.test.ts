import { expect, test } from 'vitest'
import { mentionsPort } from '../../src/autopilot/adapters.js'
import { ACCOUNT, createSmallTuitbot } from '../workflow/small-tuitbot.js'

test('more mentions than a page holds are all kept', async () => {
  await using world = await createSmallTuitbot()
  const port = mentionsPort(world.tuitbot.ctx, ACCOUNT)
  world.x.post('bob', { text: '@alice the first' })
  await port.fetchMentions()
  const before = (await port.listNew()).length
  for (let index = 0; index < 120; index++) world.x.post('bob', { text: `@alice ${index}` })

  expect(await port.fetchMentions()).toBe(120)
  expect(await port.listNew()).toHaveLength(before + 120)
  expect(await port.fetchMentions()).toBe(0)
})

import { expect, test } from 'vitest'
import { listApprovals } from '../../src/workflow/list-approvals.js'
import { publish } from '../../src/workflow/publish.js'
import { ACCOUNT, AGENT, createSmallTuitbot } from './small-tuitbot.js'

test('an agent that asks for very much hides nothing that waited before', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const ask = (text: string) => publish(ctx, AGENT, { account: ACCOUNT, text })
  await ask('The first of all.')
  for (let index = 0; index < 120; index++) await ask(`Number ${index}.`)

  const waiting = await listApprovals(ctx, ACCOUNT)

  expect(waiting).toHaveLength(121)
  expect(waiting.at(-1)).toMatchObject({ text: 'The first of all.' })
})

import { createToolbox } from '@armorer/runtime'
import { expect, test } from 'vitest'
import { assistTools } from '../../src/assist/assist-tools.js'
import { listApprovals } from '../../src/workflow/list-approvals.js'
import { ACCOUNT, AGENT, createSmallTuitbot } from '../workflow/small-tuitbot.js'

test('a reply that the assistant asks for waits for a person', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const { id } = world.x.post('bob', { text: '@alice how are you?' })
  const toolbox = createToolbox(assistTools({ ctx, account: ACCOUNT }))
  const asked = { name: 'reply_to_post', arguments: { post_id: id, text: 'Fine, thank you.' } }

  expect(await toolbox.execute(asked, { principal: AGENT })).toMatchObject({ kind: 'pending' })
  expect(await listApprovals(ctx, ACCOUNT)).toMatchObject([{ text: 'Fine, thank you.' }])
})

test('who gives up before a reply is handed in has asked for none', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const { id } = world.x.post('bob', { text: '@alice how are you?' })
  const leaving = new AbortController()
  let handIn = (_outcome: unknown) => {}
  const handedIn = new Promise<unknown>((resolve) => (handIn = resolve))
  const { gateway } = ctx
  const watched: typeof gateway = {
    ...gateway,
    list: (filter) => {
      leaving.abort()
      return gateway.list(filter)
    },
    run: (request, options) => {
      const outcome = gateway.run(request, options)
      handIn(outcome)
      return outcome
    },
  }
  const toolbox = createToolbox(
    assistTools({ ctx: { ...ctx, gateway: watched }, account: ACCOUNT }),
  )
  const asked = { name: 'reply_to_post', arguments: { post_id: id, text: 'Fine, thank you.' } }

  await toolbox.execute(asked, { principal: AGENT, signal: leaving.signal })

  expect(await handedIn).toMatchObject({ kind: 'denied', code: 'cancelled' })
  expect(await listApprovals(ctx, ACCOUNT)).toEqual([])
})

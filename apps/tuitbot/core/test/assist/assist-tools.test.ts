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

test('what cannot be posted is told in sentences', async () => {
  await using world = await createSmallTuitbot({ TUITBOT_LIMITS__BANNED_PHRASES: 'thank you' })
  const { ctx } = world.tuitbot
  const { id } = world.x.post('bob', { text: 'Exports are hard.' })
  const toolbox = createToolbox(assistTools({ ctx, account: ACCOUNT }))
  const asked = { name: 'reply_to_post', arguments: { post_id: id, text: 'Fine, thank you.' } }

  expect(await toolbox.execute(asked, { principal: AGENT })).toMatchObject({
    kind: 'failed',
    error: {
      message:
        '“thank you” is on your list of banned phrases. ' +
        'This would answer someone who has neither mentioned nor quoted you: X offers this with an enterprise contract only.',
    },
  })
})

test('a search tells which posts are the person’s own, and which mention them', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  world.x.post('alice', { text: 'zebrafinch of my own' })
  for (const text of ['zebrafinch, @Alice', 'zebrafinch, @alicette']) world.x.post('bob', { text })
  const toolbox = createToolbox(assistTools({ ctx, account: ACCOUNT }))
  const asked = { name: 'search_posts', arguments: { query: 'zebrafinch' } }

  expect(await toolbox.execute(asked, { principal: AGENT })).toMatchObject({
    value: [
      { text: 'zebrafinch, @alicette', by_you: false, mentions_you: false },
      { text: 'zebrafinch, @Alice', by_you: false, mentions_you: true },
      { text: 'zebrafinch of my own', by_you: true, mentions_you: false },
    ],
  })
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

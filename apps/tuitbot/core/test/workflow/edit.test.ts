import { expect, test } from 'vitest'
import { edit } from '../../src/workflow/edit.js'
import { publish } from '../../src/workflow/publish.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot } from './small-tuitbot.js'

test('the words of a post with a picture can be taken away, and the picture stays', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const draft = { account: ACCOUNT, text: 'See this.', mediaIds: ['123456'] }
  const asked = await publish(ctx, AGENT, draft)
  if (asked.kind !== 'needs_approval') throw new Error(asked.kind)

  const edited = await edit(ctx, { id: asked.queueId, by: ANN, text: '' })

  expect(edited).toMatchObject({ kind: 'decided', approval: { text: '' } })
  expect((await ctx.gateway.show(asked.intent))?.args).toEqual({ text: '', mediaIds: ['123456'] })
})

test('where there is no picture, no words are no post', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const asked = await publish(ctx, AGENT, { account: ACCOUNT, text: 'See this.' })
  if (asked.kind !== 'needs_approval') throw new Error(asked.kind)

  expect(await edit(ctx, { id: asked.queueId, by: ANN, text: '' })).toMatchObject({
    kind: 'unfit',
    problems: [{ code: 'empty' }],
  })
})

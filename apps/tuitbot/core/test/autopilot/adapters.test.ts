import { expect, test } from 'vitest'
import { mentionsPort } from '../../src/autopilot/adapters.js'
import { answerMentions } from '../../src/autopilot/mentions-loop.js'
import { resume } from '../../src/workflow/control.js'
import { ACCOUNT, ANN, createSmallTuitbot } from '../workflow/small-tuitbot.js'

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

test('what comes during a pause is answered after it', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const port = mentionsPort(ctx, ACCOUNT)
  await answerMentions(port)
  await ctx.gateway.pause({ by: ANN, reason: 'holiday' })
  world.x.post('bob', { text: '@alice are you there?' })

  expect(await answerMentions(port)).toEqual({ fetched: 1, queued: 0, skipped: 0 })
  await resume(ctx, { account: ACCOUNT, by: ANN, reason: 'back' })
  expect(await answerMentions(port)).toEqual({ fetched: 0, queued: 1, skipped: 0 })
})

test('a pause that comes while an answer is written leaves the mention for later', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const port = mentionsPort(ctx, ACCOUNT)
  world.x.post('bob', { text: '@alice are you there?' })
  await port.fetchMentions()
  const [mention, ...others] = (await port.listNew()).toReversed()
  if (!mention) throw new Error('there is no mention')
  await ctx.gateway.pause({ by: ANN, reason: 'holiday' })

  await expect(port.answer(mention)).rejects.toThrow('everything is paused: holiday')
  await resume(ctx, { account: ACCOUNT, by: ANN, reason: 'back' })
  expect(await port.listNew()).toHaveLength(others.length + 1)
})

test('the account does not answer itself', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  world.x.post('bob', { text: '@alice a note to myself' })
  const x: typeof ctx.x = {
    ...ctx.x,
    async getMentions(userId, paging) {
      const page = await ctx.x.getMentions(userId, paging)
      return { ...page, items: page.items.map((post) => ({ ...post, authorId: userId })) }
    },
  }
  const port = mentionsPort({ ...ctx, x }, ACCOUNT)

  expect(await port.fetchMentions()).toBe(0)
  expect(await port.listNew()).toEqual([])
})

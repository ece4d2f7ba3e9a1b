import { expect, test } from 'vitest'
import { pause, resume } from '../../src/workflow/control.js'
import { ACCOUNT, ANN, createSmallTuitbot } from './small-tuitbot.js'

test.each([
  ['', 'the reason of a pause is empty'],
  [' \n', 'the reason of a pause is empty'],
  ['x'.repeat(201), 'the reason of a pause has at most 200 letters'],
])('a reason such as %j pauses nothing', async (given, reason) => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot

  expect(await pause(ctx, { by: ANN, reason: given })).toEqual({ kind: 'refused', reason })
  expect((await ctx.gateway.control(ACCOUNT)).paused).toBe(false)
})

test('a pause keeps the reason that it began with, until it ends', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const say = (reason: string) => pause(ctx, { by: ANN, reason })

  expect(await say(' lunch ')).toEqual({ kind: 'paused', reason: 'lunch' })
  expect(await say('tea')).toEqual({ kind: 'already_paused', reason: 'lunch' })
  expect(await ctx.gateway.control(ACCOUNT)).toMatchObject({ paused: true, reason: 'lunch' })
  await resume(ctx, { account: ACCOUNT, by: ANN, reason: 'back' })
  expect(await say('tea')).toEqual({ kind: 'paused', reason: 'tea' })
})

test('all is paused also while one account has stopped by itself', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  await ctx.gateway.pause({ account: ACCOUNT, by: ANN, reason: 'too many' })

  expect(await pause(ctx, { by: ANN, reason: 'lunch' })).toMatchObject({ kind: 'paused' })
  expect(await ctx.gateway.control('another')).toMatchObject({ paused: true, reason: 'lunch' })
})

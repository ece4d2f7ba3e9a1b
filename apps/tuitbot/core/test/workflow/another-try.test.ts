import { DEFAULT_TIMES, scaleTimes } from '@armorer/gateway'
import { expect, test, vi } from 'vitest'
import { approve, reject } from '../../src/workflow/decide.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { obstaclesOf } from '../../src/workflow/obstacles.js'
import { publish } from '../../src/workflow/publish.js'
import { sayDecision } from '../../src/workflow/say.js'
import { undo } from '../../src/workflow/undo.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

const times = scaleTimes(DEFAULT_TIMES, 1 / 50)
const WHY = /^it could not be sent yet, and will be tried again: .*X/

test('what X puts off is posted once X lets it, by the approval that was given', async () => {
  await using world = await createSmallTuitbot()
  const { tuitbot, id, intent } = await approvedAndPutOff(world)
  const { ctx } = tuitbot

  expect(await listActivity(ctx, ACCOUNT)).toMatchObject([
    { word: 'on its way', approval: id, reason: expect.stringMatching(WHY), canTakeBack: true },
  ])
  const [obstacle, ...others] = obstaclesOf([], await ctx.gateway.list({ states: ['approved'] }))
  expect(obstacle).toMatchObject({ doing: `sending #${id}`, message: expect.stringMatching(/X/) })
  expect(obstacle?.nextAt).toBeGreaterThan(Date.now())
  expect(others).toEqual([])
  expect(await undo(ctx, { intent, by: ANN })).toMatchObject({
    reason: `this has not gone out yet: tuitbot approvals reject ${id} takes it back`,
  })
  await vi.waitFor(
    async () => {
      await ctx.gateway.executeApproved()
      expect(posts(world)).toHaveLength(1)
    },
    { timeout: 10_000, interval: 100 },
  )
  expect(await listActivity(ctx, ACCOUNT)).toMatchObject([
    { word: 'posted', approval: id, canUndo: true, canTakeBack: false },
  ])
  expect(obstaclesOf([], await ctx.gateway.list({ states: ['approved'] }))).toEqual([])
})

test('it is rejected while it waits, with a note, and never goes out', async () => {
  await using world = await createSmallTuitbot()
  const { tuitbot, id } = await approvedAndPutOff(world)
  const { ctx } = tuitbot

  const rejected = await reject(ctx, { id, by: ANN, note: 'too late' })

  expect(sayDecision(rejected)).toEqual({ word: 'rejected' })
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await ctx.gateway.executeApproved()).toEqual([])
  expect(posts(world)).toEqual([])
  expect(await listActivity(ctx, ACCOUNT)).toMatchObject([{ word: 'rejected', reason: 'too late' }])
})

/** X answers the first try with its limit, which ends in a second or two. */
async function approvedAndPutOff(world: SmallTuitbot) {
  const tuitbot = await world.open({ times })
  const { ctx } = tuitbot
  const asked = await publish(ctx, AGENT, { account: ACCOUNT, text: 'Shall I?' })
  if (asked.kind !== 'needs_approval') throw new Error('it does not wait')
  const { intent, queueId: id } = asked
  const fault = { kind: 'status', status: 429, when: 'before', resetSeconds: 2 } as const
  world.x.fault({ method: 'POST', path: '/2/tweets', fault })
  const said = sayDecision(await approve(ctx, { id, by: ANN }))
  expect(said).toEqual({ word: 'on its way', reason: expect.stringMatching(WHY) })
  return { tuitbot, id, intent }
}

function posts({ x }: SmallTuitbot) {
  return x.truth.effects().filter(({ kind }) => kind === 'post.create')
}

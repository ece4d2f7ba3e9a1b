import { systemClock } from '@armorer/gateway'
import { expect, test } from 'vitest'
import { compareWithX } from '../../src/workflow/compare-with-x.js'
import { approve } from '../../src/workflow/decide.js'
import { resume } from '../../src/workflow/control.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { publish } from '../../src/workflow/publish.js'
import { undo } from '../../src/workflow/undo.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot } from './small-tuitbot.js'

const HOUR = 60 * 60 * 1000

test('what nobody asked for here stops the account, and says which post it is', async () => {
  await using world = await createWatched()
  await world.say('As asked.')
  const stranger = world.x.post('alice', { text: 'Not by Tuitbot.' })

  await world.compareLater()

  const reason = `X shows the post ${stranger.id}, which nobody asked for here`
  expect(await world.ctx.gateway.control(ACCOUNT)).toMatchObject({ paused: true, reason })
  const [note] = await listActivity(world.ctx, ACCOUNT)
  expect(note).toMatchObject({ text: `${reason}. Nothing leaves until you resume` })
  expect(await world.say('Anything else?')).toMatchObject({ kind: 'denied', code: 'paused' })

  await resume(world.ctx, { account: ACCOUNT, by: ANN, reason: 'it was me' })
  await world.compareLater()
  expect(await world.ctx.gateway.control(ACCOUNT)).toMatchObject({ paused: false })
})

test('what was asked for and is not there any more stops it too', async () => {
  await using world = await createWatched()
  await world.say('Stays.')
  const gone = await world.say('Goes!')
  const id = gone.kind === 'executed' ? (gone.value?.id ?? '') : ''
  world.deleteOnX(id)

  await world.compareLater()

  expect(await world.ctx.gateway.control(ACCOUNT)).toMatchObject({
    paused: true,
    reason: `the post ${id} is not on X any more`,
  })
})

test('what was asked for, and what was taken back here, stops nothing', async () => {
  await using world = await createWatched()
  await world.say('Stays.')
  const undone = await world.say('Is undone!')
  await undo(world.ctx, { intent: undone.kind === 'executed' ? undone.intent : '', by: ANN })

  await world.compareLater()

  expect(await world.ctx.gateway.control(ACCOUNT)).toMatchObject({ paused: false })
})

test('what was asked for before the last comparison, and went out after it, is looked for too', async () => {
  await using world = await createWatched()
  const asked = await publish(world.ctx, AGENT, { account: ACCOUNT, text: 'Waits for a while.' })
  await world.compareLater()
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0
  const approved = await approve(world.ctx, { id, by: ANN })
  const { posts } = world.x.account('alice')
  const posted = posts.find(({ text }) => text === 'Waits for a while.')
  expect(approved).toMatchObject({ outcome: { kind: 'executed', value: { id: posted?.id } } })
  world.deleteOnX(posted?.id ?? '')

  await world.compareLater()

  expect(await world.ctx.gateway.control(ACCOUNT)).toMatchObject({
    paused: true,
    reason: `the post ${posted?.id} is not on X any more`,
  })
})

test('more posts than can be compared stop the account once, and are then left behind', async () => {
  await using world = await createWatched()
  for (let post = 0; post <= 1_000; post++) world.x.post('alice', { text: `By hand, ${post}.` })

  await world.compareLater()

  expect(await world.ctx.gateway.control(ACCOUNT)).toMatchObject({
    paused: true,
    reason: 'X shows more posts since the last comparison than can be compared',
  })
  await resume(world.ctx, { account: ACCOUNT, by: ANN, reason: 'it was me' })
  await world.compareLater()
  expect(await world.ctx.gateway.control(ACCOUNT)).toMatchObject({ paused: false })
})

test('posts that were there before it began are nobody’s matter', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  world.x.post('alice', { text: 'Long ago.' })

  expect(await compareWithX(ctx, ACCOUNT)).toBeUndefined()
  expect(await compareWithX(ctx, ACCOUNT)).toMatchObject({ strangers: [], missing: [] })
  expect(await ctx.gateway.control(ACCOUNT)).toMatchObject({ paused: false })
})

/** A Tuitbot that has begun to compare, with a clock that can be put forward for its next look. */
async function createWatched() {
  const world = await createSmallTuitbot()
  let ahead = 0
  const clock = { ...systemClock, now: () => systemClock.now() + ahead }
  const { ctx } = await world.open({ clock })
  await compareWithX(ctx, ACCOUNT)
  return {
    x: world.x,
    ctx,
    say: (text: string) => publish(ctx, ANN, { account: ACCOUNT, text }, { confirmed: true }),
    /** What has just gone out may still be on its way; an hour later it is not. */
    async compareLater() {
      ahead += HOUR
      await compareWithX(ctx, ACCOUNT)
    },
    deleteOnX(id: string) {
      const post = world.x.account('alice').posts.find((one) => one.id === id)
      if (post) post.deletedAt = Date.now()
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

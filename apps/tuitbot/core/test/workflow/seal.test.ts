import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { keysFromText } from '../../src/storage/master-key.js'
import { approve } from '../../src/workflow/decide.js'
import { publish } from '../../src/workflow/publish.js'
import { AGENT, ACCOUNT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

test('the key is made at the first start, for the owner alone', async () => {
  await using world = await createSmallTuitbot()

  expect(statSync(join(world.folder, 'master.key')).mode & 0o777).toBe(0o600)
})

test.each([
  ['who approved it', `update gateway_intent set decided_by = 'bob'`],
  ['until when it may be given', `update gateway_intent set expires_at = expires_at + 1`],
  ['its seal', `update gateway_intent set seal = null`],
])('an approval of which %s was edited in the database runs nothing', async (_what, edit) => {
  await using world = await createSmallTuitbot()
  await approveDuringPause(world)
  const beside = new DatabaseSync(join(world.folder, 'tuitbot.db'))
  beside.exec(edit)
  beside.close()

  expect(await goOn(world)).toMatchObject([{ kind: 'denied', code: 'not_approved' }])
  expect(countPosts(world)).toBe(0)
})

test('an approval that someone made without the key runs nothing', async () => {
  await using world = await createSmallTuitbot()
  const keys = keysFromText(randomBytes(32).toString('base64'))
  await approveDuringPause(world, await world.open({ keys }))

  expect(await goOn(world)).toMatchObject([{ kind: 'denied', code: 'not_approved' }])
  expect(countPosts(world)).toBe(0)
})

test('what nobody has touched goes out after a restart', async () => {
  await using world = await createSmallTuitbot()
  await approveDuringPause(world)

  expect(await goOn(world, await world.open())).toMatchObject([{ kind: 'executed' }])
  expect(countPosts(world)).toBe(1)
})

async function approveDuringPause({ tuitbot }: SmallTuitbot, { ctx } = tuitbot): Promise<void> {
  const asked = await publish(ctx, AGENT, { account: ACCOUNT, text: 'As approved.' })
  await ctx.gateway.pause({ by: ANN, reason: 'lunch' })
  await approve(ctx, { id: asked.kind === 'needs_approval' ? asked.queueId : 0, by: ANN })
}

async function goOn({ tuitbot }: SmallTuitbot, { ctx } = tuitbot) {
  await ctx.gateway.resume({ by: ANN, reason: 'back' })
  return ctx.gateway.executeApproved()
}

function countPosts({ x }: SmallTuitbot): number {
  return x.truth.effects().filter(({ kind }) => kind === 'post.create').length
}

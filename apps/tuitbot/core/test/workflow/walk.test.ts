import { expect, test } from 'vitest'
import { mentionsPort } from '../../src/autopilot/adapters.js'
import { answerMentions } from '../../src/autopilot/mentions-loop.js'
import { approve, reject } from '../../src/workflow/decide.js'
import { edit } from '../../src/workflow/edit.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { listApprovals } from '../../src/workflow/list-approvals.js'
import { publish } from '../../src/workflow/publish.js'
import { undo } from '../../src/workflow/undo.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot } from './small-tuitbot.js'

test('a mention becomes a suggestion, which a person edits, approves and takes back', async () => {
  await using world = await createSmallTuitbot()
  const { x, tuitbot } = world
  const { ctx } = tuitbot
  x.post('bob', { text: '@alice how do I export my data?' })

  const report = await answerMentions(mentionsPort(ctx, ACCOUNT))
  const waiting = (await listApprovals(ctx, ACCOUNT)).find(({ answers }) =>
    answers?.text?.includes('export my data'),
  )

  expect(report.queued).toBeGreaterThan(0)
  expect(waiting).toMatchObject({
    status: 'waiting for you',
    rule: 'x:ai-replies',
    writtenBy: 'friendly',
    answers: { username: 'bob', text: '@alice how do I export my data?' },
  })
  const id = waiting?.id ?? 0
  await edit(ctx, { id, by: ANN, text: 'Under Settings, then Export.' })
  const before = x.truth.effects().length
  const twice = await Promise.all([approve(ctx, { id, by: ANN }), approve(ctx, { id, by: ANN })])

  expect(twice.filter(({ kind }) => kind === 'decided')).toHaveLength(1)
  const effects = x.truth.effects().slice(before)
  expect(effects).toHaveLength(1)
  expect(effects[0]).toMatchObject({ kind: 'post.create', caller: '@alice' })
  const [posted] = await listActivity(ctx, ACCOUNT)
  expect(posted).toMatchObject({
    word: 'posted',
    text: 'Under Settings, then Export.',
    canUndo: true,
  })

  const undone = await undo(ctx, { intent: posted?.intent ?? '', by: ANN })
  expect(undone.kind).toBe('executed')
  const words = (await listActivity(ctx, ACCOUNT)).map(({ word }) => word)
  expect(words.slice(0, 1)).toEqual(['undone'])
  expect(words).not.toContain('deleted')
})

test('what an agent asks waits, and the same again once approved is already posted', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const draft = { account: ACCOUNT, text: 'Version two is out.' }

  const asked = await publish(ctx, AGENT, draft)
  const again = await publish(ctx, AGENT, draft)
  expect(asked).toMatchObject({ kind: 'needs_approval' })
  expect(again).toEqual(asked)

  const id = asked.kind === 'needs_approval' ? asked.queueId : 0
  const decided = await approve(ctx, { id, by: ANN })
  expect(decided).toMatchObject({ kind: 'decided', outcome: { kind: 'executed' } })
  expect(await publish(ctx, AGENT, draft)).toMatchObject({ kind: 'replayed' })
  expect(world.x.truth.effects().filter(({ kind }) => kind === 'post.create')).toHaveLength(1)
})

test('an agent cannot approve', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const asked = await publish(ctx, AGENT, { account: ACCOUNT, text: 'Let me.' })
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0

  expect(await approve(ctx, { id, by: AGENT })).toMatchObject({
    kind: 'denied',
    code: 'not_approved',
  })
  expect(world.x.truth.effects()).toEqual([])
})

test('what a person has seen and confirmed goes out at once', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot

  const outcome = await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })

  expect(outcome.kind).toBe('executed')
})

test('what was rejected is gone, and may be asked anew', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const draft = { account: ACCOUNT, text: 'Maybe.' }
  const asked = await publish(ctx, AGENT, draft)
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0

  expect(await reject(ctx, { id, by: ANN })).toMatchObject({ approval: { status: 'rejected' } })
  expect(await approve(ctx, { id, by: ANN })).toMatchObject({ kind: 'moved_on' })
  const anew = await publish(ctx, AGENT, draft)
  expect(anew).toMatchObject({ kind: 'needs_approval', queueId: id + 1 })
})

test('while Tuitbot is paused nothing leaves', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  await ctx.gateway.pause({ by: ANN, reason: 'holiday' })

  const outcome = await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })

  expect(outcome).toMatchObject({
    kind: 'denied',
    code: 'paused',
    reason: 'everything is paused: holiday',
  })
  expect(world.x.truth.effects()).toEqual([])
})

test('a text that must not go out is refused before anyone is asked', async () => {
  await using world = await createSmallTuitbot()

  const result = await publish(world.tuitbot.ctx, AGENT, {
    account: ACCOUNT,
    text: 'x'.repeat(281),
  })

  expect(result).toMatchObject({ kind: 'unfit', problems: [{ code: 'too_long', length: 281 }] })
})

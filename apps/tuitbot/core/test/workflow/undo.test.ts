import { systemClock } from '@armorer/gateway'
import { describe, expect, test } from 'vitest'
import { approve, reject } from '../../src/workflow/decide.js'
import { type WorkflowCtx } from '../../src/workflow/ctx.js'
import { edit } from '../../src/workflow/edit.js'
import { createPost } from '../../src/workflow/operations.js'
import { publish, type PublishResult } from '../../src/workflow/publish.js'
import { publishOnce } from '../../src/workflow/publish-once.js'
import { resolve } from '../../src/workflow/resolve.js'
import { sayDecision, sayOutcome } from '../../src/workflow/say.js'
import { undo } from '../../src/workflow/undo.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot } from './small-tuitbot.js'

test('what waits cannot be undone, and says how it is rejected; then there is nothing to undo', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const asked = await publish(ctx, AGENT, { account: ACCOUNT, text: 'Shall I?' })
  if (asked.kind !== 'needs_approval') throw new Error('it does not wait')
  const { intent, queueId: id } = asked

  expect(await undo(ctx, { intent, by: ANN })).toMatchObject({
    kind: 'denied',
    reason: `this has not gone out: it waits for you as #${id}, and can be rejected there (tuitbot approvals reject ${id})`,
  })
  await reject(ctx, { id, by: ANN })
  expect(await undo(ctx, { intent, by: ANN })).toMatchObject({
    reason: 'there is nothing to undo: rejected',
  })
  expect(sayDecision(await approve(ctx, { id, by: ANN }))).toEqual({
    word: 'rejected',
    reason: 'this was decided before',
  })
})

test('a deletion cannot be undone', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const sent = await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  const gone = await undo(ctx, { intent: sent.kind === 'executed' ? sent.intent : '', by: ANN })
  if (gone.kind !== 'executed') throw new Error('it is still there')

  expect(await undo(ctx, { intent: gone.intent, by: ANN })).toMatchObject({
    reason: 'a deletion cannot be undone',
  })
})

test('what was taken back is not taken back again, however long ago that was', async () => {
  const begun = Date.now()
  let later = 0
  const clock = { ...systemClock, now: () => begun + later }
  await using world = await createSmallTuitbot()
  const { ctx } = await world.open({ clock })
  const sent = await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  const intent = sent.kind === 'executed' ? sent.intent : ''
  const countDeletions = () =>
    world.x.truth.effects().filter(({ kind }) => kind === 'post.delete').length
  await undo(ctx, { intent, by: ANN })

  expect(await undo(ctx, { intent, by: ANN })).toMatchObject({ kind: 'replayed' })
  later = 7 * 24 * 60 * 60 * 1000
  expect(await undo(ctx, { intent, by: ANN })).toMatchObject({ kind: 'replayed' })
  expect(countDeletions()).toBe(1)
})

const BEA = { kind: 'person', id: 'bea' } as const
/** X may, or may not, take the words of a post that is gone. */
const FORGETS = { rules: { duplicates: 'allow' } } as const

describe('the same words, after they were posted and taken back,', () => {
  test.each([
    ['approval mode', {}],
    ['autopilot', { TUITBOT_APPROVAL_MODE: 'false' }],
  ])(
    'are posted again when a person confirms them, in %s, each time once',
    async (_mode, settings) => {
      await using world = await createSmallTuitbot(settings, FORGETS)
      const { ctx } = world.tuitbot
      const say = () => publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
      const first = await say()
      await takeBack(ctx, first)

      const second = await say()
      expect(second).toMatchObject({ kind: 'executed', value: { text: 'Hello.' } })
      expect(await say()).toMatchObject({ kind: 'replayed', value: valueOf(second) })
      await takeBack(ctx, second)
      expect(await say()).toMatchObject({ kind: 'executed' })
      expect(world.x.truth.effects().filter(({ kind }) => kind === 'post.create')).toHaveLength(3)
    },
  )

  test('are refused where X still remembers them, in words that help', async () => {
    await using world = await createSmallTuitbot()
    const { ctx } = world.tuitbot
    const say = () => publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
    await takeBack(ctx, await say())

    for (const again of [await say(), await say()]) {
      if (again.kind !== 'failed') throw new Error('X took it')
      expect(await sayOutcome(ctx, again, createPost.name)).toEqual({
        word: 'failed',
        reason:
          'X refuses the words of another post of yours for a while, also of one that was taken back: use other words',
      })
    }
  })

  test('wait for others, where a person does not decide alone', async () => {
    await using world = await createSmallTuitbot({
      TUITBOT_APPROVALS__QUORUM: '2',
      TUITBOT_PEOPLE__OTHERS: 'bea',
    })
    const { ctx } = world.tuitbot
    const say = () => publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
    await say()
    await approve(ctx, { id: 1, by: ANN })
    await approve(ctx, { id: 1, by: BEA })
    await takeBack(ctx, await say())
    await approve(ctx, { id: 2, by: ANN })
    await approve(ctx, { id: 2, by: BEA })

    expect(await say()).toMatchObject({ kind: 'needs_approval', queueId: 3 })
  })

  test('are not posted under the key of the first, and it says why', async () => {
    await using world = await createSmallTuitbot()
    const { ctx } = world.tuitbot
    const draft = { account: ACCOUNT, text: 'Hello.', idempotencyKey: 'monday' }
    const say = () => publish(ctx, ANN, draft, { confirmed: true })
    const first = await say()
    await takeBack(ctx, first)

    expect(await say()).toMatchObject({
      kind: 'denied',
      reason: `this was posted as ${valueOf(first).id} and taken back: to post it again, ask without a key`,
    })
  })

  test.each([
    ['as they were', undefined],
    ['as they were edited', 'Good day.'],
  ])('are not posted for an agent, %s, and it is told', async (_how, edited) => {
    await using world = await createSmallTuitbot()
    const { ctx } = world.tuitbot
    const call = { principal: AGENT, labels: [], idempotencyKey: undefined, cancelled: false }
    const ask = () => publishOnce({ ctx, account: ACCOUNT }, call, { text: 'Hello.' })
    await ask()
    if (edited !== undefined) await edit(ctx, { id: 1, by: ANN, text: edited })
    await approve(ctx, { id: 1, by: ANN })
    const posted = await ask()
    expect(posted).toMatchObject({ kind: 'replayed', value: { text: edited ?? 'Hello.' } })
    await takeBack(ctx, posted)

    expect(await ask()).toMatchObject({
      kind: 'denied',
      code: 'repeat_not_allowed',
      reason: expect.stringMatching(/^this was posted as \d+ and taken back: do not ask for it/),
    })
  })
})

function takeBack(ctx: WorkflowCtx, posted: PublishResult) {
  if (!('intent' in posted)) throw new Error('it was not posted')
  return undo(ctx, { intent: posted.intent ?? '', by: ANN })
}

function valueOf(posted: PublishResult): { readonly id: string } {
  if (posted.kind !== 'executed') throw new Error('it was not posted')
  return posted.value
}

test('an id that nothing has is told as one', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const message = 'no post or approval has the id nope'

  await expect(undo(ctx, { intent: 'nope', by: ANN })).rejects.toThrow(message)
  const finding = { kind: 'not_done' } as const
  await expect(resolve(ctx, { intent: 'nope', by: ANN, finding })).rejects.toThrow(message)
})

import { expect, test } from 'vitest'
import { approve, reject } from '../../src/workflow/decide.js'
import { publish } from '../../src/workflow/publish.js'
import { resolve } from '../../src/workflow/resolve.js'
import { sayDecision } from '../../src/workflow/say.js'
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

test('an id that nothing has is told as one', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const message = 'no post or approval has the id nope'

  await expect(undo(ctx, { intent: 'nope', by: ANN })).rejects.toThrow(message)
  const finding = { kind: 'not_done' } as const
  await expect(resolve(ctx, { intent: 'nope', by: ANN, finding })).rejects.toThrow(message)
})

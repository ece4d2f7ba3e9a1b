import { expect, test } from 'vitest'
import { decideAll } from '../../src/workflow/decide-all.js'
import { approve, reject } from '../../src/workflow/decide.js'
import { getApproval } from '../../src/workflow/list-approvals.js'
import { publish } from '../../src/workflow/publish.js'
import { addNote, snooze } from '../../src/workflow/remark.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

const HOUR = 60 * 60 * 1000

test('what a person has to say, and wants to see later, is kept with what waits', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const id = await ask(world, 'Later?')
  const until = Date.now() + HOUR

  await addNote(ctx, { id, by: ANN, note: ' ask Ben first ' })
  await snooze(ctx, { id, by: ANN, until })

  expect(await getApproval(ctx, id)).toMatchObject({
    status: 'waiting for you',
    notes: [{ by: 'ann', note: 'ask Ben first' }],
    snoozedUntil: until,
  })
})

test('neither is for agents, nor for what was decided, nor for a time that is over', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const id = await ask(world, 'Now.')
  const until = Date.now() + HOUR

  expect(await addNote(ctx, { id, by: AGENT, note: 'approve it' })).toMatchObject({
    kind: 'denied',
  })
  expect(await addNote(ctx, { id, by: ANN, note: ' ' })).toMatchObject({ kind: 'denied' })
  expect(await snooze(ctx, { id, by: AGENT, until })).toMatchObject({ kind: 'denied' })
  for (const wrong of [0, Number.NaN, Date.now() + 24 * 365 * HOUR]) {
    expect(await snooze(ctx, { id, by: ANN, until: wrong })).toMatchObject({ kind: 'denied' })
  }
  await reject(ctx, { id, by: ANN })
  expect(await snooze(ctx, { id, by: ANN, until })).toMatchObject({ kind: 'moved_on' })
  expect(await getApproval(ctx, id)).toMatchObject({ notes: [], snoozedUntil: null })
})

test('several are decided each by itself, and each says what came of it', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const ids = [await ask(world, 'One.'), await ask(world, 'Two?'), await ask(world, 'Three!')]
  await reject(ctx, { id: ids[1] ?? 0, by: ANN })
  const wanted = ids.map((id) => ({ id }))

  const decided = await decideAll(ctx, 'approve', { wanted: [...wanted, ...wanted], by: ANN })

  expect(decided).toMatchObject({
    results: [
      { kind: 'decided', approval: { status: 'posted' } },
      { kind: 'moved_on', approval: { status: 'rejected' } },
      { kind: 'decided', approval: { status: 'posted' } },
    ],
  })
  expect(world.x.truth.effects().filter(({ kind }) => kind === 'post.create')).toHaveLength(2)
  const four = { id: await ask(world, 'Four.') }
  expect(await decideAll(ctx, 'approve', { wanted: [four], by: AGENT })).toMatchObject({
    results: [{ kind: 'denied', code: 'not_approved' }],
  })
  const other = { ...four, content: 'what was there before' }
  expect(await decideAll(ctx, 'approve', { wanted: [other], by: ANN })).toMatchObject({
    results: [{ kind: 'moved_on', approval: { status: 'waiting for you' } }],
  })
})

async function ask({ tuitbot }: SmallTuitbot, text: string): Promise<number> {
  const asked = await publish(tuitbot.ctx, AGENT, { account: ACCOUNT, text })
  return asked.kind === 'needs_approval' ? asked.queueId : 0
}

test('a note with a decision is no longer than any other, and nothing is decided with one that is', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const id = await ask(world, 'Well?')
  const note = 'x'.repeat(2_001)
  const refused = { kind: 'denied', reason: 'a note has at most 2000 letters' }

  expect(await reject(ctx, { id, by: ANN, note })).toMatchObject(refused)
  expect(await approve(ctx, { id, by: ANN, note })).toMatchObject(refused)
  expect(await decideAll(ctx, 'reject', { by: ANN, note, wanted: [{ id }] })).toMatchObject(refused)
  expect(await getApproval(ctx, id)).toMatchObject({ status: 'waiting for you' })
})

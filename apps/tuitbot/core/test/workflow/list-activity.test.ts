import { expect, test } from 'vitest'
import { approve, reject } from '../../src/workflow/decide.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { publish } from '../../src/workflow/publish.js'
import { undo } from '../../src/workflow/undo.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

test('what went out last comes first, and can be undone, however much waits', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const ids = await askFor(world, 60)

  await approve(ctx, { id: ids[0] ?? 0, by: ANN })
  const items = await listActivity(ctx, ACCOUNT)

  expect(items.map(({ word, text, canUndo }) => ({ word, text, canUndo }))).toEqual([
    { word: 'posted', text: 'Post number 0.', canUndo: true },
  ])
  expect(await undo(ctx, { intent: items[0]?.intent ?? '', by: ANN })).toMatchObject({
    kind: 'executed',
  })
})

test('the oldest that waited is seen when it goes out after many that are newer', async () => {
  await using world = await createSmallTuitbot({ TUITBOT_LIMITS__MAX_TWEETS_PER_DAY: '100' })
  const { ctx } = world.tuitbot
  const ids = await askFor(world, 56)

  for (const id of ids.toReversed()) await approve(ctx, { id, by: ANN })

  expect((await listActivity(ctx, ACCOUNT))[0]).toMatchObject({
    word: 'posted',
    text: 'Post number 0.',
    canUndo: true,
  })
})

test('a short list is of the newest, and holds nothing older that never went out', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  for (const id of await askFor(world, 3)) await reject(ctx, { id, by: ANN })
  for (const text of ['One.', 'Two.', 'Three.', 'Four.']) {
    await publish(ctx, ANN, { account: ACCOUNT, text }, { confirmed: true })
  }

  const items = await listActivity(ctx, ACCOUNT, 4)

  expect(items.map(({ text }) => text)).toEqual(['Four.', 'Three.', 'Two.', 'One.'])
})

test('what is approved and under way stands where it was approved, not where it was asked for', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const [id = 0] = await askFor(world, 1)
  await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  await ctx.gateway.pause({ account: ACCOUNT, by: ANN, reason: 'holiday' })
  await approve(ctx, { id, by: ANN })

  const items = await listActivity(ctx, ACCOUNT)

  expect(items.map(({ word, text }) => ({ word, text }))).toEqual([
    { word: 'on its way', text: 'Post number 0.' },
    { word: 'posted', text: 'Hello.' },
  ])
})

test('an agent that is denied again and again hides nothing that went out', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  await ctx.gateway.pause({ account: ACCOUNT, by: ANN, reason: 'holiday' })
  await askFor(world, 60)

  const items = await listActivity(ctx, ACCOUNT)

  expect(items).toHaveLength(50)
  expect(items.filter(({ word }) => word === 'refused')).toHaveLength(49)
  expect(items.at(-1)).toMatchObject({ word: 'posted', text: 'Hello.', canUndo: true })
})

test('however short a list is, it is the beginning of a longer one: a failure is not left out for an older post', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  const fault = { kind: 'status', status: 403, when: 'before' } as const
  world.x.fault({ method: 'POST', path: '/2/tweets', fault })
  await publish(ctx, ANN, { account: ACCOUNT, text: 'Refused.' }, { confirmed: true })
  const ids = await askFor(world, 3)
  for (const id of ids) await reject(ctx, { id, by: ANN })
  await ctx.gateway.pause({ account: ACCOUNT, by: ANN, reason: 'holiday' })
  for (const text of ['No.', 'Nor this.']) await publish(ctx, AGENT, { account: ACCOUNT, text })

  const all = await listActivity(ctx, ACCOUNT)

  expect(all.map(({ word }) => word).join(' ')).toBe(
    'refused refused rejected rejected rejected failed posted',
  )
  for (let limit = 1; limit <= all.length; limit += 1) {
    expect(await listActivity(ctx, ACCOUNT, limit)).toEqual(all.slice(0, limit))
  }
})

test('what was rejected says why', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const [first = 0, second = 0] = await askFor(world, 2)

  await reject(ctx, { id: second, by: ANN, note: 'too loud' })
  await reject(ctx, { id: first, by: ANN })

  const [silent, explained] = await listActivity(ctx, ACCOUNT)
  expect(explained).toMatchObject({ word: 'rejected', text: 'Post number 1.', reason: 'too loud' })
  expect(silent).toMatchObject({ word: 'rejected', text: 'Post number 0.' })
  expect(silent).not.toHaveProperty('reason')
})

test('a post that was taken back is told of once, where it was taken back', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const sent = await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  await publish(ctx, ANN, { account: ACCOUNT, text: 'Later.' }, { confirmed: true })

  await undo(ctx, { intent: sent.kind === 'executed' ? sent.intent : '', by: ANN })

  const items = await listActivity(ctx, ACCOUNT)
  expect(items.map(({ word, text }) => `${word}: ${text}`)).toEqual([
    'undone: Hello.',
    'posted: Later.',
  ])
})

test('a deletion that failed is told by the words of the post that is still there', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const sent = await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  const fault = { kind: 'status', status: 403, when: 'before' } as const
  world.x.fault({ method: 'DELETE', path: '/2/tweets/*', fault })

  await undo(ctx, { intent: sent.kind === 'executed' ? sent.intent : '', by: ANN })

  const [failed] = await listActivity(ctx, ACCOUNT)
  expect(failed).toMatchObject({ word: 'failed', text: 'delete the post “Hello.”' })
})

/** What became of so many different posts, by the number under which each waits. */
async function askFor({ tuitbot }: SmallTuitbot, count: number): Promise<readonly number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const asked = { account: ACCOUNT, text: `Post number ${index}.` }
    const result = await publish(tuitbot.ctx, AGENT, asked)
    ids.push(result.kind === 'needs_approval' ? result.queueId : 0)
  }
  return ids
}

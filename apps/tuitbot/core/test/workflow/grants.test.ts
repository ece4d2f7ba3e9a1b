import { expect, test } from 'vitest'
import { putCursor } from '../../src/storage/cursors.js'
import { allowMore, listGrants, revokeGrant } from '../../src/workflow/grants.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { getApproval } from '../../src/workflow/list-approvals.js'
import { publish, type Draft } from '../../src/workflow/publish.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

const DAY = 24 * 60 * 60 * 1000

test('so many posts like one that waits go out without asking, and not one more', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const id = await ask(world, 'A note of mine.')
  const granted = await allowMore(ctx, { id, by: ANN, times: 2, until: Date.now() + DAY })
  expect(granted).toMatchObject({
    kind: 'granted',
    grant: {
      what: 'posts that an agent asks for, without mentions, without media, for at most $0.015 each',
      left: 2,
      by: 'ann',
    },
  })

  const kinds = []
  for (const text of ['Winter is near.', 'Bread again!', 'No third one?']) {
    kinds.push((await say(world, { text })).kind)
  }
  expect(kinds).toEqual(['executed', 'executed', 'needs_approval'])
  expect(await listGrants(ctx, ACCOUNT)).toEqual([])
  expect(await listActivity(ctx, ACCOUNT)).toContainEqual(
    expect.objectContaining({ word: 'posted', reason: 'you had allowed it ahead' }),
  )
})

test.each<[string, Partial<Draft>]>([
  ['a link, which costs more', { text: 'Notes at https://example.com/notes' }],
  ['a link without a scheme', { text: 'Notes at example.com' }],
  ['a mention', { text: 'Hello @carol' }],
  ['a reply', { text: 'An answer.', replyTo: { id: '7', authorId: '8' } }],
  ['a quote', { text: 'A quote.', quoteOf: '7' }],
  ['media', { text: 'A picture.', mediaIds: ['7'] }],
  ['words of strangers behind it', { text: 'As I have read.', labels: ['untrusted'] }],
])('a post with %s is not like one without', async (_what, draft) => {
  await using world = await createSmallTuitbot()
  const id = await ask(world, 'A note of mine.')
  await allowMore(world.tuitbot.ctx, { id, by: ANN, times: 9, until: Date.now() + DAY })

  expect(await say(world, { text: '', ...draft })).toMatchObject({ kind: 'needs_approval' })
})

test('a post with more media is not like one with fewer', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const asked = await say(world, { text: 'A picture.', mediaIds: ['7'] })
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0
  const until = Date.now() + DAY
  expect(await allowMore(ctx, { id, by: ANN, times: 9, until })).toMatchObject({
    grant: { what: expect.stringContaining('with up to 1 media') },
  })

  const more = await say(world, { text: 'Two pictures.', mediaIds: ['8', '9'] })
  const asMany = await say(world, { text: 'Another picture.', mediaIds: ['8'] })

  expect([more.kind, asMany.kind]).toEqual(['needs_approval', 'failed'])
})

test('what X asks a person for, and what comes after an update, cannot be allowed ahead', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const reply = await publish(
    ctx,
    { kind: 'loop', id: 'mentions' },
    { account: ACCOUNT, text: 'Thanks!', replyTo: { id: '7', authorId: '8' } },
  )
  const replyId = reply.kind === 'needs_approval' ? reply.queueId : 0
  const id = await ask(world, 'A note of mine.')
  expect(await getApproval(ctx, id)).toMatchObject({ canAllowMore: true })
  expect(await getApproval(ctx, replyId)).toMatchObject({ canAllowMore: false })

  const terms = { by: ANN, times: 9, until: Date.now() + DAY }
  expect(await allowMore(ctx, { ...terms, id: replyId })).toMatchObject({
    kind: 'denied',
    reason: expect.stringContaining('this cannot be allowed ahead: X allows replies'),
  })

  await allowMore(ctx, { ...terms, id })
  await ctx.db.write((db) => putCursor(db, ACCOUNT, 'seen:version', '0.9.0'))
  await world.open()
  expect(await say(world, { text: 'After an update.' })).toMatchObject({ kind: 'needs_approval' })
})

test('only a person allows ahead, and takes it back', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const id = await ask(world, 'A note of mine.')
  const terms = { id, times: 3, until: Date.now() + DAY }

  for (const by of [AGENT, { kind: 'loop', id: 'mentions' } as const]) {
    expect(await allowMore(ctx, { ...terms, by })).toMatchObject({
      kind: 'denied',
      code: 'not_approved',
    })
  }
  expect(await allowMore(ctx, { ...terms, by: ANN, times: 0 })).toMatchObject({ kind: 'denied' })
  expect(await allowMore(ctx, { ...terms, by: ANN, content: 'other' })).toMatchObject({
    reason: 'the text has been edited meanwhile: look at it again',
  })
  expect(await listGrants(ctx, ACCOUNT)).toEqual([])

  await allowMore(ctx, { ...terms, by: ANN })
  const [grant] = await listGrants(ctx, ACCOUNT)
  await revokeGrant(ctx, { id: grant?.id ?? '', account: ACCOUNT, by: ANN })
  expect(await listGrants(ctx, ACCOUNT)).toEqual([])
  expect(await say(world, { text: 'After all?' })).toMatchObject({ kind: 'needs_approval' })
})

function say({ tuitbot }: SmallTuitbot, draft: Omit<Draft, 'account'>) {
  return publish(tuitbot.ctx, AGENT, { account: ACCOUNT, ...draft })
}

async function ask(world: SmallTuitbot, text: string): Promise<number> {
  const asked = await say(world, { text })
  return asked.kind === 'needs_approval' ? asked.queueId : 0
}

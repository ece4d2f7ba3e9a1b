import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ActivityEntry,
  type ApprovalCard,
  type OutcomeAnswer,
  type StatusView,
} from '../../src/index.js'
import { openWorld, readAs, type SmallWorld } from '../small-world.js'

let world: SmallWorld
beforeAll(async () => {
  world = await openWorld({ timelineUrl: 'http://127.0.0.1:9/' })
})
afterAll(() => world[Symbol.asyncDispose]())

test('the status says whose account it is, what waits, and what has been used up', async () => {
  await world.suggest('something that waits')
  const sent = await world.send('/api/posts', { text: 'counted as a post', confirmed: true })
  expect(await sent.json()).toMatchObject({ kind: 'answer', word: 'posted' })
  const status = await readAs<StatusView>(world.ask('/api/status'))
  expect(status).toMatchObject({
    account: { name: 'Alice Moreau', username: 'alice' },
    mode: 'autopilot',
    approvalMode: true,
    writer: null,
    paused: false,
    waiting: 1,
    approved: 0,
    posts: { done: 1, max: 6 },
    replies: { done: 0, max: 5 },
    timelineUrl: 'http://127.0.0.1:9/',
  })
  expect(status.spentMicroUsd).toBeGreaterThan(0)
})

test('the status says what was approved and cannot be sent, why, and when it is tried again', async () => {
  // X's limit would hold for the others too.
  await using own = await openWorld()
  const id = await own.suggest('put off')
  const fault = { kind: 'status', status: 429, when: 'before', resetSeconds: 600 } as const
  own.x.fault({ method: 'POST', path: '/2/tweets', fault })
  await own.send(`/api/approvals/${id}/approve`, { seen: await own.contentOf(id) })
  const { obstacles } = await readAs<StatusView>(own.ask('/api/status'))
  expect(obstacles).toMatchObject([
    { doing: `sending #${id}`, message: expect.stringContaining('X') },
  ])
  const minutes = ((obstacles[0]?.nextAt ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThan(11)

  await own.send(`/api/approvals/${id}/reject`, {})
  expect((await readAs<StatusView>(own.ask('/api/status'))).obstacles).toEqual([])
})

test('a post is previewed first, and nothing is posted by that', async () => {
  const before = world.countPosts()
  const response = await world.send('/api/posts', { text: 'see https://example.com' })
  expect(await response.json()).toEqual({
    kind: 'preview',
    parts: [
      { kind: 'text', text: 'see ' },
      { kind: 'link', text: 'https://example.com' },
    ],
    length: 27,
    priceMicroUsd: 200_000,
    problems: [],
  })
  expect(world.countPosts()).toBe(before)
})

test('a confirmed post goes out once, however often it is sent', async () => {
  const before = world.countPosts()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      world.send('/api/posts', { text: 'clicked four times', confirmed: true }),
    ),
  )
  const outcomes = await Promise.all(answers.map((one) => readAs<OutcomeAnswer>(one)))
  expect(outcomes.filter(({ word }) => word === 'posted')).toHaveLength(1)
  expect(world.countPosts()).toBe(before + 1)
})

test('an unfit post is refused, confirmed or not', async () => {
  const preview = await world.send('/api/posts', { text: '   ' })
  expect(await preview.json()).toMatchObject({ problems: [{ code: 'empty' }] })
  const sent = await world.send('/api/posts', { text: '   ', confirmed: true })
  expect(sent.status).toBe(400)
  expect(await sent.json()).toMatchObject({ error: { code: 'unfit' } })
})

test('a post can be undone once, and is shown as undone', async () => {
  const sent = await world.send('/api/posts', { text: 'to be taken back', confirmed: true })
  const { intent } = await readAs<OutcomeAnswer>(sent)
  const activity = async () => {
    const items = await readAs<ActivityEntry[]>(world.ask('/api/activity'))
    return items.find((one) => one.intent === intent)
  }
  expect(await activity()).toMatchObject({ word: 'posted', canUndo: true })
  const undone = await world.send(`/api/activity/${intent}/undo`)
  expect(await undone.json()).toMatchObject({ word: 'undone' })
  expect(await activity()).toMatchObject({ word: 'undone', canUndo: false })
  const deletions = world.x.truth.effects().filter(({ kind }) => kind === 'post.delete')
  await world.send(`/api/activity/${intent}/undo`)
  expect(deletions).toHaveLength(1)
  expect(world.x.truth.effects().filter(({ kind }) => kind === 'post.delete')).toHaveLength(1)
})

test('as many things that happened are listed as were asked for, and no other number is', async () => {
  // The limits of the others hold no more posts.
  await using own = await openWorld()
  await own.send('/api/posts', { text: 'one that happened', confirmed: true })
  await own.send('/api/posts', { text: 'another that happened', confirmed: true })
  const list = (query: string) => own.ask(`/api/activity?${query}`)

  expect(await readAs<ActivityEntry[]>(list('limit=1'))).toHaveLength(1)
  expect((await readAs<ActivityEntry[]>(list(''))).length).toBeGreaterThan(1)
  for (const [query, message] of [
    ['limit=abc', 'limit must be a whole number'],
    ['limit=0', 'limit must be at least 1'],
    ['limit=1001', 'limit must be at most 1000'],
    ['most=3', 'the query holds a field that is not known here'],
  ] as const) {
    const refused = await list(query)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'bad_request', message } })
  }
})

test('the same words after an undo are asked of X again, and what it says is told', async () => {
  await using own = await openWorld()
  const say = () => own.send('/api/posts', { text: 'a tpyo', confirmed: true })
  const { intent } = await readAs<OutcomeAnswer>(say())
  await own.send(`/api/activity/${intent}/undo`)

  expect(await (await say()).json()).toMatchObject({
    word: 'failed',
    reason: expect.stringContaining('also of one that was taken back: use other words'),
  })
})

test('what is not there, or cannot be undone, says so', async () => {
  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect((await world.send(`/api/activity/${nowhere}/undo`)).status).toBe(404)
  expect((await world.send('/api/activity/x/undo')).status).toBe(400)
  const [approval] = await readAs<ApprovalCard[]>(world.ask('/api/approvals'))
  const waiting = await world.send(`/api/activity/${approval?.intent}/undo`)
  expect(waiting.status).toBe(400)
  const { id } = approval ?? {}
  expect(await waiting.json()).toMatchObject({
    error: { message: expect.stringContaining(`it waits for you as #${id}`) },
  })
})

test('paused, nothing leaves: no post, no deletion; resumed, it does', async () => {
  const sent = await world.send('/api/posts', { text: 'before the pause', confirmed: true })
  const { intent } = await readAs<OutcomeAnswer>(sent)
  const before = world.x.truth.effects().length
  expect(await (await world.send('/api/pause')).json()).toEqual({ paused: true })
  expect(await (await world.ask('/api/status')).json()).toMatchObject({
    paused: true,
    pauseReason: 'paused from the dashboard',
  })
  const post = await world.send('/api/posts', { text: 'during the pause', confirmed: true })
  expect(post.status).toBe(409)
  expect(await post.json()).toMatchObject({ error: { code: 'paused' } })
  expect((await world.send(`/api/activity/${intent}/undo`)).status).toBe(409)
  expect(world.x.truth.effects()).toHaveLength(before)

  expect(await (await world.send('/api/resume')).json()).toEqual({ paused: false })
  const after = await world.send('/api/posts', { text: 'after the pause', confirmed: true })
  expect(await after.json()).toMatchObject({ word: 'posted' })
})

test("resuming lifts the account's own pause too", async () => {
  const { gateway } = world.tuitbot.ctx
  await gateway.pause({ account: 'alice', by: { kind: 'person', id: 'cli' }, reason: 'by hand' })
  expect(await (await world.ask('/api/status')).json()).toMatchObject({ paused: true })
  await world.send('/api/resume')
  expect(await (await world.ask('/api/status')).json()).toMatchObject({ paused: false })
})

test('what X refuses is told as failed, not as an error of ours', async () => {
  const fault = { kind: 'status', status: 403, when: 'before' } as const
  world.x.fault({ method: 'POST', path: '/2/tweets', fault })
  const sent = await world.send('/api/posts', { text: 'X will not have this', confirmed: true })
  expect(sent.status).toBe(200)
  expect(await sent.json()).toMatchObject({ word: 'failed' })
  expect(world.reports).toEqual([])
})

import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { publish } from '@tuitbot/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTuitbot, openWorld, readAs, type SmallWorld } from '../small-world.js'

let world: SmallWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('what waits is shown as the post will look, with why, which rule and what it costs', async () => {
  const id = await world.suggest('Thanks @bob, notes are at https://example.com/notes')
  const response = await world.ask(`/api/approvals/${id}`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    id,
    status: 'waiting for you',
    length: 49,
    priceMicroUsd: 200_000,
    rule: 'x:ai-replies',
    reason:
      'X allows replies written by a machine only where it has agreed to them, so a person decides',
    askedBy: 'mentions',
    parts: [
      { kind: 'text', text: 'Thanks ' },
      { kind: 'mention', text: '@bob' },
      { kind: 'text', text: ', notes are at ' },
      { kind: 'link', text: 'https://example.com/notes' },
    ],
  })
  const list = await (await world.ask('/api/approvals')).json()
  expect(list).toContainEqual(expect.objectContaining({ id }))
})

test('approving posts once and says so', async () => {
  const text = 'approved as it stands'
  const id = await world.suggest(text)
  const before = world.countPosts()
  const response = await world.send(`/api/approvals/${id}/approve`, {
    seen: await world.contentOf(id),
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ word: 'posted', reason: null, approval: { id } })
  expect(world.countPosts()).toBe(before + 1)
})

test('what was decided already is not decided again', async () => {
  const text = 'decided once'
  const id = await world.suggest(text)
  await world.send(`/api/approvals/${id}/approve`, { seen: await world.contentOf(id) })
  const before = world.countPosts()
  const again = await world.send(`/api/approvals/${id}/approve`, {
    seen: await world.contentOf(id),
  })
  expect(again.status).toBe(409)
  expect(await again.json()).toEqual({
    error: { code: 'moved_on', message: 'this was decided before: posted' },
  })
  const rejected = await world.send(`/api/approvals/${id}/reject`, {})
  expect(rejected.status).toBe(409)
  expect(world.countPosts()).toBe(before)
})

test('a text that was edited meanwhile is not approved unseen', async () => {
  const text = 'the first words'
  const id = await world.suggest(text)
  const seen = await world.contentOf(id)
  const edited = await world.send(`/api/approvals/${id}/edit`, { seen, text: 'other words' })
  expect(await edited.json()).toMatchObject({
    word: 'waiting for you',
    approval: { text: 'other words' },
  })
  const before = world.countPosts()
  const approved = await world.send(`/api/approvals/${id}/approve`, { seen })
  expect(approved.status).toBe(409)
  expect(await approved.json()).toMatchObject({ error: { code: 'changed' } })
  const lost = await world.send(`/api/approvals/${id}/edit`, { seen, text: 'mine instead' })
  expect(lost.status).toBe(409)
  expect(world.countPosts()).toBe(before)
})

test('an edit that is unfit is refused with what is wrong', async () => {
  const text = 'short enough'
  const id = await world.suggest(text)
  const response = await world.send(`/api/approvals/${id}/edit`, {
    seen: await world.contentOf(id),
    text: `${'x'.repeat(281)} check out this`,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: {
      code: 'unfit',
      problems: [{ code: 'too_long' }, { code: 'banned_phrase' }],
    },
  })
})

test('rejecting leaves nothing to approve', async () => {
  const text = 'not this one'
  const id = await world.suggest(text)
  const before = world.countPosts()
  expect(await (await world.send(`/api/approvals/${id}/reject`, {})).json()).toMatchObject({
    word: 'rejected',
  })
  expect(
    (await world.send(`/api/approvals/${id}/approve`, { seen: await world.contentOf(id) })).status,
  ).toBe(409)
  expect(world.countPosts()).toBe(before)
})

test('while everything is paused an approval is kept, and goes out after it', async () => {
  const text = 'approved during a pause'
  const id = await world.suggest(text)
  const before = world.countPosts()
  await world.send('/api/pause')
  const response = await world.send(`/api/approvals/${id}/approve`, {
    seen: await world.contentOf(id),
  })
  expect(await response.json()).toMatchObject({
    word: 'on its way',
    reason: 'it goes out when you resume',
  })
  expect(world.countPosts()).toBe(before)
  await world.send('/api/resume')
  await world.tuitbot.ctx.gateway.executeApproved()
  expect(world.countPosts()).toBe(before + 1)
})

test("another account's approvals are not there", async () => {
  const other = await openTuitbot(world.x, world.home)
  const outcome = await publish(
    other.ctx,
    { kind: 'loop', id: 'mentions' },
    { account: 'carol', text: 'this is of carol' },
  )
  await other.close()
  const id = outcome.kind === 'needs_approval' ? outcome.queueId : 0
  expect(id).toBeGreaterThan(0)
  expect((await world.ask(`/api/approvals/${id}`)).status).toBe(404)
  const seen = await world.contentOf(id)
  expect((await world.send(`/api/approvals/${id}/approve`, { seen })).status).toBe(404)
  expect((await world.send(`/api/approvals/${id}/reject`, {})).status).toBe(404)
  expect((await world.send(`/api/approvals/${id}/edit`, { seen, text: 'x' })).status).toBe(404)
  const intent = outcome.kind === 'needs_approval' ? outcome.intent : ''
  expect((await world.send(`/api/activity/${intent}/undo`)).status).toBe(404)
  expect((await world.ask('/api/approvals/987654')).status).toBe(404)
})

test('what nobody expects in a body is refused', async () => {
  const id = await world.suggest('strict')
  for (const body of [{}, { seen: 'x', by: { kind: 'agent' } }, [], 'strict', null, 7]) {
    const response = await world.send(`/api/approvals/${id}/approve`, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'bad_request' } })
  }
})

test('a refused body is told what was expected, and not what it held', async () => {
  const id = await world.suggest('told')
  for (const [path, body, message] of [
    [`${id}/approve`, {}, 'seen must be a text'],
    [`${id}/approve`, [], 'the body must be an object'],
    [`${id}/approve`, { seen: 'x'.repeat(101) }, 'seen must be at most 100 letters long'],
    [`${id}/approve`, { seen: 'x', secret: 1 }, 'the body holds a field that is not known here'],
    [`${id}/snooze`, { until: 1.5 }, 'until must be a whole number'],
    [`${id}/snooze`, { until: 0 }, 'until must be more than 0'],
    ['decide', { decision: 'secret', wanted: [] }, 'decision must be approve or reject'],
    ['decide', { decision: 'reject', wanted: [] }, 'wanted must be at least 1 entries long'],
    ['resolve', { intent: 'secret', found: 'done' }, 'intent must be a UUID'],
    ['none/approve', { seen: 'x' }, 'id must be the number of an approval'],
  ] as const) {
    const response = await world.send(`/api/approvals/${path}`, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: { code: 'bad_request', message } })
  }
})

test('what was edited shows how it read before, and by whom it was changed', async () => {
  const id = await world.suggest('words that are changed')
  await world.send(`/api/approvals/${id}/edit`, {
    seen: await world.contentOf(id),
    text: 'words that took their place',
  })

  expect(await (await world.ask(`/api/approvals/${id}`)).json()).toMatchObject({
    text: 'words that took their place',
    edits: [{ by: 'owner', before: 'words that are changed' }],
  })
})

test('what nobody could find out ends with what a person has found', async () => {
  const intent = await leaveToAPerson(await world.suggest('nobody knows'))
  const found = (what: string) => world.send('/api/approvals/resolve', { intent, found: what })
  const waiting = await (await world.ask('/api/approvals')).json()
  expect(waiting).toContainEqual(expect.objectContaining({ intent, status: 'needs you' }))

  expect((await found('whatever')).status).toBe(400)
  expect(await (await found('done')).json()).toMatchObject({ word: 'posted', intent })
  expect((await found('not_done')).status).toBe(409)
  const other = { intent: crypto.randomUUID(), found: 'done' }
  expect((await world.send('/api/approvals/resolve', other)).status).toBe(404)
})

test('what is rejected with a reason keeps it', async () => {
  const id = await world.suggest('Not like this.')

  await world.send(`/api/approvals/${id}/reject`, { note: 'too long-winded' })

  expect(await (await world.ask(`/api/approvals/${id}`)).json()).toMatchObject({
    status: 'rejected',
    notes: [{ by: 'owner', note: 'too long-winded' }],
  })
})

test('what waits can be noted, put off, and handed on as a link', async () => {
  const id = await world.suggest('For later.')
  const until = Date.now() + 60 * 60 * 1000

  await world.send(`/api/approvals/${id}/note`, { note: 'ask Ben' })
  const countWaiting = async () =>
    (await readAs<{ waiting: number }>(world.ask('/api/status'))).waiting
  const before = await countWaiting()
  expect(await (await world.send(`/api/approvals/${id}/snooze`, { until })).json()).toMatchObject({
    word: 'waiting for you',
    approval: { notes: [{ by: 'owner', note: 'ask Ben' }], snoozedUntil: until },
  })
  expect(await countWaiting()).toBe(before - 1)
  expect((await world.send(`/api/approvals/${id}/snooze`, { until: 1 })).status).toBe(400)
  const link = await readAs<{ url: string }>(world.send(`/api/approvals/${id}/link`, {}))
  expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:3001\/decide\/apt1\.1\./)
  expect((await world.send(`/api/approvals/${id}/link`, { to: 'nobody' })).status).toBe(404)
})

test('several are decided at once, of what was seen, and each is told by itself', async () => {
  const ids = [await world.suggest('Bulk one.'), await world.suggest('Bulk two?')]
  const wanted = await Promise.all(ids.map(async (id) => ({ id, seen: await world.contentOf(id) })))
  await world.send(`/api/approvals/${ids[0]}/edit`, { seen: wanted[0]?.seen, text: 'Edited!' })
  const decide = (body: object) => world.send('/api/approvals/decide', body)

  expect(await (await decide({ decision: 'reject', wanted })).json()).toEqual([
    {
      id: ids[0],
      title: 'Reply',
      text: 'Edited!',
      word: 'waiting for you',
      reason: 'the text has been edited meanwhile: look at it again',
    },
    { id: ids[1], title: 'Reply', text: 'Bulk two?', word: 'rejected' },
  ])
  expect((await decide({ decision: 'reject', wanted: [] })).status).toBe(400)
  expect((await decide({ decision: 'reject', wanted: [{ id: 4711, seen: 'x' }] })).status).toBe(404)
})

/** As a send leaves it of which nothing was heard and nothing could be found. */
async function leaveToAPerson(id: number): Promise<string> {
  const [intent] = await world.tuitbot.ctx.gateway.list({ queueId: id })
  const beside = new DatabaseSync(join(world.home, 'tuitbot.db'))
  beside.prepare(`update gateway_intent set state = 'needs_human' where queue_id = ?`).run(id)
  beside.close()
  return intent?.id ?? ''
}

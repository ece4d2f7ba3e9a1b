import { addNote, edit, getApproval, publish } from '@tuitbot/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderDecided, renderLink } from '../../src/views/link-page.js'
import { HOST, openWorld, ORIGIN, type SmallWorld } from '../small-world.js'

let world: SmallWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('a link shows the post, why it waits and what it costs, to who has no session', async () => {
  const path = await linkTo(await world.suggest('Thanks <b>@bob</b>'))

  const response = await open(path)

  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(response.headers.get('cache-control')).toBe('no-store')
  const page = await response.text()
  expect(page).toContain('Thanks &lt;b&gt;<span class="mention">@bob</span>&lt;/b&gt;')
  expect(page).toContain('so a person decides.</bdi> <code>x:ai-replies</code>')
  expect(page).toContain('$0.015')
})

test('a link says what is attached', async () => {
  const { ctx, account } = world.tuitbot
  const draft = { account, text: 'Look at these.', mediaIds: ['77', '78'] }
  const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, draft)
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0

  expect(await (await open(await linkTo(id))).text()).toMatch(
    /<dt>With<\/dt>\s*<dd dir="auto">2 media: 77, 78<\/dd>/,
  )
})

test('what hides in a text is counted, and no name turns the words beside it', async () => {
  const { ctx, account } = world.tuitbot
  const draft = { account, text: 'Said by one who is called oddly.' }
  const asked = await publish(ctx, { kind: 'agent', id: 'cl\u202eaude' }, draft)
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0
  // What is refused in a draft may still stand in an older one.
  const view = await getApproval(ctx, id)
  const approval = {
    ...view,
    title: 'Reply to @b\u202eob',
    answers: { id: '1', username: 'b\u202eob', text: 'pay\u202eeno\u200bnow' },
    edits: [{ by: 'be\u2066n', at: 0, before: 'was\u202e' }],
    notes: [{ by: 'e\u2066va', at: 0, note: 'see\u202e' }],
    writtenBy: 'offline',
  }

  const link = { kind: 'open', approval, to: 'owner' } as const
  const shown = String(await renderLink(link, { action: '/decide/x' }))

  expect(shown).toContain('Hidden characters, shown by their numbers: 2')
  expect(shown).toContain('U+202E')
  expect(shown).toContain('Offline template')
  expect(shown).toMatch(/cl\u202eaude/)
  expect(shown.replaceAll(/<bdi>[^<]*<\/bdi>/g, '')).not.toMatch(/\p{Bidi_Control}/u)
})

test('a link says by which number it is known, who has changed it, and what was noted', async () => {
  const { ctx, owner: by } = world.tuitbot
  const id = await world.suggest('Changed before it was seen.')
  await edit(ctx, { id, by, text: 'Other words.' })
  await addNote(ctx, { id, by, note: '<i>wait</i> for\nthe release' })

  const page = await (await open(await linkTo(id))).text()

  expect(page).toContain(`<small>#${id}</small></h1>`)
  expect(page).toMatch(/Written by<\/dt>\s*<dd dir="auto"><bdi>[^<]+<\/bdi>, edited by <bdi>owner</)
  expect(page).toContain('Note by <bdi>owner</bdi>')
  expect(page).toContain('&lt;i&gt;wait&lt;/i&gt; for\nthe release')
})

test('what was posted by a link can be looked at from there, then and later', async () => {
  const id = await world.suggest('To be looked at.')
  const path = await linkTo(id)
  expect(await (await open(path)).text()).not.toContain('Look at it on X')

  const decided = await (await press(path, 'approve')).text()

  const [sent] = await world.tuitbot.ctx.gateway.list({ queueId: id })
  const link = `<a href="https://x.com/i/web/status/${sent?.externalId}" rel="noreferrer">`
  expect(decided).toContain(link)
  expect(await (await open(path)).text()).toContain(link)
})

test('what X answers ends with one full stop', async () => {
  const approval = await getApproval(world.tuitbot.ctx, await world.suggest('X will not.'))
  const reason = 'X answered 403: it is not visible to you.'

  expect(String(await renderDecided(approval, { word: 'failed', reason }))).toContain(
    '<p role="status" dir="auto">Failed. X answered 403: it is not visible to you.</p>',
  )
})

test('only a press of the button decides, and only once', async () => {
  const path = await linkTo(await world.suggest('Pressed once.'))
  const before = world.countPosts()
  for (const method of ['GET', 'HEAD', 'GET']) await open(path, { method })
  expect(world.countPosts()).toBe(before)

  const answers = await Promise.all([press(path, 'approve'), press(path, 'approve')])

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(world.countPosts()).toBe(before + 1)
  expect(await (await open(path)).text()).toContain('Posted.')
  const again = await press(path, 'reject')
  expect([again.status, (await again.text()).includes('A link decides once')]).toEqual([409, true])
})

test('a link that rejects says so, and nothing goes out', async () => {
  const path = await linkTo(await world.suggest('Rejected by a link.'))
  const before = world.countPosts()

  expect(await (await press(path, 'reject')).text()).toContain(
    '<p role="status" dir="auto">Rejected.</p>',
  )
  expect(world.countPosts()).toBe(before)
})

test('what is no link of ours, and what another page sends, decides nothing', async () => {
  const path = await linkTo(await world.suggest('Nobody decides this.'))
  const before = world.countPosts()

  expect((await open('/decide/nonsense')).status).toBe(404)
  expect((await press('/decide/nonsense', 'approve')).status).toBe(409)
  expect((await press(path, 'whatever')).status).toBe(400)
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://127.0.0.1:4000' }]) {
    expect((await press(path, 'approve', headers)).status).toBe(403)
  }
  expect((await open(path, { headers: { host: 'evil.example' } })).status).toBe(403)
  expect(world.countPosts()).toBe(before)
})

test('no other page of the server has a form', async () => {
  const response = await open('/')
  expect(response.headers.get('content-security-policy')).toContain("form-action 'none'")
})

async function linkTo(id: number): Promise<string> {
  return new URL((await world.tuitbot.links.make(id)).url).pathname
}

async function open(path: string, { method = 'GET', headers = {} }: RequestInit = {}) {
  return world.app.request(path, { method, headers: { host: HOST, ...Object(headers) } })
}

async function press(path: string, decision: string, headers: Record<string, string> = {}) {
  return world.app.request(path, {
    method: 'POST',
    headers: { host: HOST, origin: ORIGIN, ...headers },
    body: new URLSearchParams({ decision }),
  })
}

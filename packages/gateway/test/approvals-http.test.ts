import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Principal } from '../src/index.js'
import { createApprovalsHandler, type ApprovalsHandler } from '../src/approvals-http/index.js'
import { AGENT, createSmallWorld, PERSON, rulesOf, type SmallWorld } from './harness/small-world.js'

const HOME = 'http://127.0.0.1:8080'

interface Desk {
  readonly handler: ApprovalsHandler
  /** Who is logged in. */
  person: Principal | undefined
}

function openWorld(): SmallWorld {
  return createSmallWorld({
    policy: rulesOf({ id: 'ask', action: 'require_approval', principals: ['agent'] }),
  })
}

function openDesk({ gateway }: SmallWorld): Desk {
  const desk = { person: PERSON as Principal | undefined }
  const handler = createApprovalsHandler({ gateway, who: () => desk.person })
  return Object.assign(desk, { handler })
}

test('what waits is shown with what it would do, by which rule, and for how much', async () => {
  await using world = openWorld()
  const { id } = await ask(world, 'hello https://example.com')
  const { handler } = openDesk(world)

  const answer = await handler(new Request(`${HOME}/approvals`))

  expect(await answer.json()).toMatchObject({
    waiting: [
      {
        id,
        rule: 'ask',
        preview: { text: 'hello https://example.com' },
        uses: { micro_dollars: 200_000 },
      },
    ],
  })
  const one = await handler(new Request(`${HOME}/approvals/${id}`))
  expect(await one.json()).toMatchObject({ id, operation: 'post.create' })
})

test('what strangers write is text on the page, whatever it looks like', async () => {
  await using world = openWorld()
  await ask(world, '<svg onload=alert(1)> \u202Eevil"</textarea>')
  const { handler } = openDesk(world)

  const answer = await handler(page('/approvals'))
  const html = await answer.text()

  expect(html).not.toContain('<svg')
  expect(html).not.toContain('evil"</textarea>')
  expect(html).not.toContain('\u202E')
  expect(html).toContain('[U+202E]')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('what is not seen is shown where it is read, and is the same again where it is edited', async () => {
  await using world = openWorld()
  const text = 'a\u202Eb\u200D\u3164\u{E0041}'
  const { id, content } = await ask(world, text)
  const { handler } = openDesk(world)

  const html = await (await handler(page('/approvals'))).text()
  const [, args = ''] = /<textarea [^>]*>\n([^<]*)<\/textarea>/.exec(html) ?? []
  await handler(form(`/approvals/${id}/edit`, { content, args: args.replaceAll('&quot;', '"') }))

  expect(html).toContain('a[U+202E]b[U+200D][U+3164][U+E0041]')
  expect((await world.gateway.show(id))?.args).toMatchObject({ text })
})

test('an approval from the page is carried out, once', async () => {
  await using world = openWorld()
  const { id, content } = await ask(world)
  const { handler } = openDesk(world)

  const answers = await Promise.all(
    [1, 2, 3].map(() => handler(form(`/approvals/${id}/approve`, { content }))),
  )

  const said = answers.map((answer) => answer.headers.get('location'))
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(said.filter((one) => one?.endsWith('said=executed'))).toHaveLength(1)
  expect(world.far.posts).toHaveLength(1)
  expect(await (await handler(page('/approvals?said=executed'))).text()).toContain('and done')
})

test('what was edited since it was seen is not approved', async () => {
  await using world = openWorld()
  const { id, content } = await ask(world, 'seen')
  const { handler } = openDesk(world)
  const args = JSON.stringify({ text: 'edited' })
  expect((await handler(form(`/approvals/${id}/edit`, { content, args }))).status).toBe(303)

  const late = await handler(json(`/approvals/${id}/approve`, { content }))

  expect(late.status).toBe(409)
  expect(world.far.posts).toEqual([])
  const now = (await world.gateway.show(id))?.content ?? ''
  expect((await handler(json(`/approvals/${id}/approve`, { content: now }))).status).toBe(200)
  expect(world.far.posts).toMatchObject([{ text: 'edited' }])
})

test('a rejection keeps its reason on record', async () => {
  await using world = openWorld()
  const { id, content } = await ask(world)
  const { handler } = openDesk(world)

  await handler(form(`/approvals/${id}/reject`, { content, note: 'too loud' }))

  const payloads = []
  for await (const { kind, payload } of world.gateway.auditTrail('alice')) {
    if (kind === 'rejected') payloads.push(payload)
  }
  expect(payloads).toMatchObject([{ by: PERSON, note: 'too loud' }])
})

test('nobody, agents and other pages decide nothing', async () => {
  await using world = openWorld()
  const { id, content } = await ask(world)
  const desk = openDesk(world)
  const path = `/approvals/${id}/approve`
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]

  for (const headers of foreign) {
    const answer = await desk.handler(form(path, { content }, headers))
    expect(answer.status).toBe(403)
  }
  desk.person = undefined
  expect((await desk.handler(form(path, { content }))).status).toBe(401)
  desk.person = AGENT
  expect((await desk.handler(form(path, { content }))).status).toBe(403)
  expect((await desk.handler(new Request(`${HOME}/approvals`))).status).toBe(403)
  expect(world.far.posts).toEqual([])
  expect(await world.gateway.show(id)).toMatchObject({ state: 'awaiting_approval' })
})

test('whatever is sent, the answer says what is wrong, and nothing is done', async () => {
  await using world = openWorld()
  const { id } = await ask(world)
  const { handler } = openDesk(world)
  const target = fc.oneof(
    fc.constantFrom(`/${id}/approve`, `/${id}/edit`, `/${id}`, '', `/${id}/approve/x`, '/../x'),
    fc.webPath(),
  )
  const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'a/b')
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string().map((content) => JSON.stringify({ content })),
  )

  await fc.assert(
    fc.asyncProperty(target, type, body, async (path, contentType, text) => {
      const headers = { 'content-type': contentType, 'sec-fetch-site': 'same-origin' }
      const request = new Request(`${HOME}/approvals${path}`, {
        method: 'POST',
        headers,
        body: text,
      })
      const answer = await handler(request)
      expect([303, 400, 403, 404, 405, 409]).toContain(answer.status)
    }),
    { numRuns: 300 },
  )
  expect(world.far.posts).toEqual([])
  const huge = await handler(json(`/approvals/${id}/approve`, { content: 'x'.repeat(300_000) }))
  expect(huge.status).toBe(400)
})

async function ask(world: SmallWorld, text = 'gm') {
  const outcome = await world.gateway.run(world.post(text, { principal: AGENT }))
  if (outcome.kind !== 'needs_approval') throw new Error(`it was not routed: ${outcome.kind}`)
  const intent = await world.gateway.show(outcome.intent)
  if (!intent) throw new Error('it is gone')
  return intent
}

function page(path: string): Request {
  return new Request(`${HOME}${path}`, { headers: { accept: 'text/html' } })
}

function form(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Request {
  return new Request(`${HOME}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}

function json(path: string, body: unknown): Request {
  return new Request(`${HOME}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

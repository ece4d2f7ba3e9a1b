import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serve } from '../src/serve.js'
import { openWorld } from './small-world.js'

test('two tabs that approve at once make one post', async () => {
  await using world = await openWorld()
  await using server = await serve(world.app, { port: 0 })
  const tabs = await Promise.all([
    openTab(server.url, world.login.issue()),
    openTab(server.url, world.login.issue()),
  ])
  for (let round = 0; round < 5; round += 1) {
    const id = await world.suggest(`approved in two tabs, round ${round}`)
    const seen = await world.contentOf(id)
    const before = world.countPosts()
    const answers = await Promise.all(
      [...tabs, ...tabs].map((tab) => tab.post(`/api/approvals/${id}/approve`, { seen })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(world.countPosts()).toBe(before + 1)
  }
})

test('one tab edits while the other approves: what goes out is what one of them saw', async () => {
  await using world = await openWorld()
  await using server = await serve(world.app, { port: 0 })
  const tab = await openTab(server.url, world.login.issue())
  for (let round = 0; round < 5; round += 1) {
    const words = `the first words ${round}`
    const text = `the other words ${round}`
    const id = await world.suggest(words)
    const seen = await world.contentOf(id)
    await Promise.all([
      tab.post(`/api/approvals/${id}/edit`, { seen, text }),
      tab.post(`/api/approvals/${id}/approve`, { seen }),
    ])
    const posted = world.x.truth.effects().filter(({ kind }) => kind === 'post.create')
    const texts = posted.map(({ detail }) => detail['text'])
    expect(texts).not.toContain(text)
    expect(texts.filter((one) => one === words).length).toBeLessThanOrEqual(1)
  }
})

test('a body that is missing, too large or of no known length is refused, and is nobody’s failure', async () => {
  await using world = await openWorld()
  await using server = await serve(world.app, { port: 0 })
  const tab = await openTab(server.url, world.login.issue())
  const bare = (path: string) => fetch(`${server.url}${path}`, { method: 'POST' })
  const unmeasured = new Blob(['{}']).stream()

  expect((await bare('/decide/foo')).status).toBeLessThan(500)
  expect((await tab.post('/api/posts', undefined)).status).toBe(400)
  expect((await tab.post('/api/posts', { text: 'x'.repeat(70_000) })).status).toBe(413)
  const chunked = await fetch(`${server.url}/decide/foo`, {
    method: 'POST',
    body: unmeasured,
    duplex: 'half',
  })
  expect(chunked.status).toBe(400)
})

test('closing ends those who listen for events, and frees the port', async () => {
  await using world = await openWorld()
  const server = await serve(world.app, { port: 0 })
  const tab = await openTab(server.url, world.login.issue())
  const stream = await tab.get('/api/events')
  const reader = stream.body?.getReader()
  await reader?.read()
  const ended = reader?.read().then(
    ({ done }) => done,
    () => true,
  )
  await server.close()
  expect(await ended).toBe(true)
  const again = await serve(world.app, { port: server.port })
  await again.close()
})

test('a port that is taken is told, and an address that is not this machine is refused', async () => {
  await using world = await openWorld()
  await using server = await serve(world.app, { port: 0 })
  await expect(serve(world.app, { port: server.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.com', 'toString', '']) {
    await expect(serve(world.app, { host, port: 0 })).rejects.toThrow('is not this machine')
  }
})

test('a foreign name is refused on the wire too', async () => {
  await using world = await openWorld()
  await using server = await serve(world.app, { port: 0 })
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.write('GET /api/status HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n')
  })
  expect(answer).toMatch(/^HTTP\/1.1 403 /)
  expect(answer).toContain('foreign_host')
})

/** A browser that has opened a link. */
async function openTab(url: string, secret: string) {
  const login = await fetch(`${url}/login?token=${secret}`, { redirect: 'manual' })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const headers = { cookie, origin: url, 'x-tuitbot': '1', 'content-type': 'application/json' }
  return {
    get: (path: string) => fetch(url + path, { headers: { cookie } }),
    post: (path: string, body: unknown) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

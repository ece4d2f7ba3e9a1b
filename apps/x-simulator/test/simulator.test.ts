import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from './x-client.js'

test('a simulator can be put behind a server of one’s own', async () => {
  const x = createSimulator({ clock: virtualClock('2026-09-01T09:00:00Z') })
  const server = createServer(x.listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const me = await ask({ url: `http://127.0.0.1:${port}` }, 'GET /2/users/me', {
    token: x.token('bob').accessToken,
  })
  expect(me.at('data.username')).toBe('bob')
  server.closeAllConnections()
  server.close()
})

test('a simulator that is closed is gone, and can be closed again', async () => {
  const x = await startSimulator()
  await x.close()
  await x.close()
  await expect(ask(x, 'GET /truth')).rejects.toThrow('fetch failed')
})

test.each([
  ['tells of it', () => undefined],
  [
    'throws at it',
    () => {
      throw new Error('not kept')
    },
  ],
])(
  'a simulator that cannot keep its world, and %s, is gone when it is closed',
  async (_, onKeepError) => {
    const folder = mkdtempSync(join(tmpdir(), 'x-simulator-'))
    try {
      const worldFile = join(folder, 'world')
      const x = await startSimulator({ worldFile, onKeepError })
      mkdirSync(`${worldFile}.new`)

      await Promise.allSettled([x[Symbol.asyncDispose]()])

      await expect(ask(x, 'GET /truth')).rejects.toThrow('fetch failed')
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

test('a port that is taken is an error, not another port', async () => {
  await using x = await startSimulator()
  const port = Number(new URL(x.url).port)
  await expect(startSimulator({ port })).rejects.toThrow('EADDRINUSE')
})

test('what is too large is refused without being read to its end', async () => {
  await using x = await startSimulator()
  const heard = await fetch(`${x.url}/2/tweets`, {
    method: 'POST',
    body: new Uint8Array(65 * 1024 * 1024),
  }).then(
    (response) => response.status,
    () => 'cut off',
  )
  expect([413, 'cut off']).toContain(heard)
  expect(x.truth.requests()).toMatchObject([{ whole: false, status: 413, applied: false }])
  expect(x.truth.allSends().size).toBe(0)
})

test('the clock moves things that wait, in their order, and never back', () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  const heard: string[] = []
  clock.after(20, () => heard.push(`b at ${clock.now() % 1000}`))
  clock.after(10, () => {
    heard.push(`a at ${clock.now() % 1000}`)
    clock.after(5, () => heard.push(`a2 at ${clock.now() % 1000}`))
  })
  const cancel = clock.after(12, () => heard.push('never'))
  cancel()
  clock.advance(30)
  expect(heard).toEqual(['a at 10', 'a2 at 15', 'b at 20'])
  expect(() => clock.set('2026-09-01T08:00:00Z')).toThrow(RangeError)
})

test.each([
  ['an account twice', () => createSimulator().addAccount({ username: 'Alice' })],
  ['a name that is none', () => createSimulator().addAccount({ username: 'a b' })],
  ['an account that is not there', () => createSimulator().account('nobody')],
])('%s is refused at once', (_, act) => {
  expect(act).toThrow(RangeError)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createChangeFeed } from '../../src/change-feed.js'
import { createLogin } from '../../src/login.js'
import { eventRoutes } from '../../src/routes/events.js'
import { HOST, openTuitbot, openWorld, type SmallWorld } from '../small-world.js'

const MINUTE_MS = 60_000

let world: SmallWorld
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

test('a change is told, whichever process has made it', async () => {
  const events = await listen()
  const first = await events.next()
  expect(first.event).toBe('changed')

  await world.suggest('from this process')
  const second = await events.next()
  expect(second.id).not.toBe(first.id)

  const other = await openTuitbot(world.x, world.home)
  await other.ctx.gateway.pause({ by: { kind: 'person', id: 'cli' }, reason: 'elsewhere' })
  await other.close()
  const third = await events.next()
  expect(third.id).not.toBe(second.id)
  await events.close()
})

test('who comes back is told what was missed, and only then', async () => {
  const events = await listen()
  const { id } = await events.next()
  const same = await listen(id)
  expect(await same.nextLine()).toBe(': still here')
  await same.close()
  await events.close()

  await world.suggest('while nobody listened')
  const again = await listen(id)
  expect((await again.next()).event).toBe('changed')
  await again.close()
})

test('a stream ends with its session', async () => {
  const events = await listen()
  await events.next()
  await world.send('/api/logout')
  expect(await events.rest()).not.toContain('still here')
})

test('to listen is no use of a session, and changes nothing', async () => {
  const time = { ms: Date.now() }
  const clock = { now: () => time.ms, elapsed: () => time.ms }
  const login = createLogin({ account: 'alice', ctx: { ...world.tuitbot.ctx, clock } })
  const session = await login.redeem(login.issue())
  const feed = createChangeFeed(world.tuitbot.ctx.config.storage.dbPath, { everyMs: 5 })
  const headers = { host: HOST, cookie: `tuitbot_session_3001=${session}` }
  const response = await eventRoutes(feed, login, 5).request('/', { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let told = ''
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    told += part.value
    time.ms += 30 * MINUTE_MS
  }

  // It has ended by itself.
  expect(await login.isStillOpen(session)).toBe(false)
  expect(told.match(/event: changed/g)).toHaveLength(1)
})

async function listen(lastEventId?: string) {
  const response = await world.ask('/api/events', {
    headers: { ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('there is no stream')
  let buffer = ''
  const nextBlock = async (): Promise<string> => {
    while (!buffer.includes('\n\n')) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream has ended')
      buffer += value
    }
    const end = buffer.indexOf('\n\n')
    const block = buffer.slice(0, end)
    buffer = buffer.slice(end + 2)
    return block
  }
  return {
    nextLine: nextBlock,
    async next() {
      for (;;) {
        const fields = Object.fromEntries(
          (await nextBlock()).split('\n').map((line) => line.split(': ', 2)),
        ) as Record<string, string | undefined>
        if (fields['event'] !== undefined) return { event: fields['event'], id: fields['id'] ?? '' }
      }
    },
    async rest() {
      let text = buffer
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return text
        text += value
      }
    },
    close: () => reader.cancel(),
  }
}

import { publish } from '@tuitbot/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, readAs, type SmallWorld } from '../small-world.js'

const HOUR = 60 * 60 * 1000

let world: SmallWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('posts like one that waits are allowed ahead, listed, and stopped', async () => {
  const approval = await ask('One of many.')
  const terms = { approval, seen: await world.contentOf(Number(approval)), times: 3 }
  const until = Date.now() + HOUR

  expect(await (await world.send('/api/grants', { ...terms, until })).json()).toMatchObject({
    left: 3,
    until,
    what: expect.stringMatching(/^posts that an agent asks for, without mentions/),
  })
  expect(await ask('Another of many.')).toBe('executed')
  const [grant] = await readAs<Array<{ id: string; left: number }>>(world.ask('/api/grants'))
  expect(grant).toMatchObject({ left: 2 })
  expect(await (await world.ask('/api/status')).json()).toMatchObject({ allowedAhead: 2 })
  expect((await world.send(`/api/grants/${grant?.id}/revoke`)).status).toBe(200)
  expect(await (await world.ask('/api/grants')).json()).toEqual([])
  expect(await (await world.ask('/api/status')).json()).toMatchObject({ allowedAhead: 0 })
  expect(await ask('And one more?')).toBeGreaterThan(0)
})

test('what is no sound wish is refused in words', async () => {
  const approval = await ask('Another one.')
  const terms = { approval, seen: await world.contentOf(Number(approval)), times: 3 }
  const send = (more: object) => world.send('/api/grants', { ...terms, ...more })

  expect((await send({ until: 5 })).status).toBe(400)
  expect((await send({ until: Date.now() + HOUR, times: 100_000 })).status).toBe(400)
  expect((await send({ until: Date.now() + HOUR, seen: 'other' })).status).toBe(400)
  expect((await send({ until: Date.now() + HOUR, approval: 4711 })).status).toBe(404)
  expect((await world.send(`/api/grants/${crypto.randomUUID()}/revoke`)).status).toBe(400)
})

async function ask(text: string): Promise<number | string> {
  const outcome = await publish(
    world.tuitbot.ctx,
    { kind: 'agent', id: 'claude' },
    { account: 'alice', text },
  )
  return outcome.kind === 'needs_approval' ? outcome.queueId : outcome.kind
}

import { approve, pause, publish, showPolicy } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { readStatus } from '../../src/views/status-view.js'
import { openTuitbot, openWorld } from '../small-world.js'

const HOUR_MS = 60 * 60 * 1000
const AGENT = { kind: 'agent', id: 'claude' } as const

test('a post counts from when it was sent, and whatever is known of it, as the limits count', async () => {
  await using world = await openWorld()
  const time = { ms: Date.now() - 30 * HOUR_MS }
  const clock = { now: () => time.ms, elapsed: () => time.ms }
  const tuitbot = await openTuitbot(world.x, world.home, { clock })
  const { ctx, owner: by } = tuitbot
  const asked = await publish(ctx, AGENT, { account: 'alice', text: 'asked for yesterday' })
  if (asked.kind !== 'needs_approval') throw new Error(asked.kind)
  time.ms = Date.now()
  await approve(ctx, { id: asked.queueId, by })
  const fault = { kind: 'status', status: 503, when: 'after' } as const
  world.x.fault({ method: 'POST', path: '/2/tweets', fault })
  const lost = { account: 'alice', text: 'what came of it is not known' }
  expect((await publish(ctx, by, lost, { confirmed: true })).kind).toBe('unknown')

  const { posts, replies } = await readStatus(tuitbot, undefined)
  const { limits } = await showPolicy(ctx, 'alice')
  await tuitbot.close()

  expect(posts).toEqual({ done: 2, max: 6 })
  expect(replies).toEqual({ done: 0, max: 5 })
  expect(limits).toMatchObject([
    { dimension: 'replies', used: 0, max: 5 },
    { dimension: 'posts', used: 2, max: 6 },
  ])
})

test('all that is approved and has not left is counted', async () => {
  await using world = await openWorld()
  const { ctx, owner: by } = world.tuitbot
  const ids: number[] = []
  for (let index = 0; index < 101; index++) {
    const asked = await publish(ctx, AGENT, { account: 'alice', text: `Number ${index}.` })
    if (asked.kind === 'needs_approval') ids.push(asked.queueId)
  }
  await pause(ctx, { by, reason: 'holiday' })
  for (const id of ids) await approve(ctx, { id, by })

  expect(await readStatus(world.tuitbot, undefined)).toMatchObject({ approved: 101, waiting: 0 })
})

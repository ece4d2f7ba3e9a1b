import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Agent, createWorld, UNATTENDED, type World } from './world.js'

test('a server that is killed while it posts leaves one post of each, wherever it was', async () => {
  const limits = { TUITBOT_LIMITS__MAX_TWEETS_PER_DAY: '1000' }
  await using world = await createWorld({ ...UNATTENDED, ...limits }, 0.02)
  const { x, tuitbot } = world
  // X has made a post well before whoever sent it hears of it.
  const posting = { method: 'POST', path: '/2/tweets', times: 1000 }
  x.fault({ ...posting, fault: { kind: 'slow', ms: 100 } })
  const seen = async () => ({
    ...world.sent(),
    intents: (await tuitbot.ctx.gateway.list({ limit: 500 })).length,
  })
  // A server is killed when one more of its round, or so many, have come so far.
  const moments = [
    { of: 'intents', more: 1 },
    { of: 'requests', more: 1 },
    { of: 'posts', more: 3 },
    { of: 'intents', more: 8 },
  ] as const
  const texts = moments.map((_, round) =>
    Array.from({ length: 8 }, (_, index) => `Note ${index} of round ${round}.`),
  )

  for (const [round, { of, more }] of moments.entries()) {
    const before = (await seen())[of]
    const agent = await world.start('claude')
    const asked = Promise.allSettled(
      (texts[round] ?? []).map((text) => untilPosted(world, agent, text)),
    )
    while ((await seen())[of] < before + more) {
      await resume(world)
      await sleep(1)
    }
    process.kill(agent.pid, 'SIGKILL')
    await asked
  }
  const left = await tuitbot.ctx.gateway.list({ states: ['claimed', 'dispatched'], limit: 500 })
  const stopTending = tuitbot.ctx.gateway.tend({ everyMs: 100 })
  const agent = await world.start('claude')
  const ids = await Promise.all(texts.flat().map((text) => untilPosted(world, agent, text)))
  await stopTending()

  expect(left.length).toBeGreaterThan(0)
  expect(new Set(ids).size).toBe(32)
  expect(world.sent().posts).toBe(32)
})

async function untilPosted(world: World, agent: Agent, text: string): Promise<unknown> {
  for (;;) {
    await resume(world)
    const { success, data, error, meta } = await agent.call('x_post_tweet', { text })
    if (success) return data?.['id']
    if (error && !error.retryable && !error.message.includes('paused')) {
      throw new Error(`${text} ${meta.outcome} ${error.message} after ${world.sent().posts} posts`)
    }
    await sleep(100)
  }
}

/** So much of unknown outcome stops an account by itself, and a person has to let it run again. */
async function resume({ tuitbot: { ctx, account } }: World): Promise<void> {
  const { paused } = await ctx.gateway.control(account)
  const by = { kind: 'person', id: 'maker' } as const
  if (paused) await ctx.gateway.resume({ account, by, reason: 'go on' })
}

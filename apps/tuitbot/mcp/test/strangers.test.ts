import { listApprovals } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { ACCOUNT } from './home.js'
import { createWorld, UNATTENDED } from './world.js'

test('an agent that may post unattended waits once it has read strangers, also after its server was killed', async () => {
  await using world = await createWorld(UNATTENDED)
  const agent = await world.start('claude')
  await agent.call('health_check')
  await agent.call('get_policy_status')

  expect(await agent.call('x_post_tweet', { text: 'Before reading.' })).toMatchObject({
    success: true,
    meta: { outcome: 'executed', status: 'posted', rollback: { reversible: true } },
  })

  await agent.call('x_search_tweets', { query: 'from:bob' })
  const after = await agent.call('x_post_tweet', { text: 'After reading.' })
  expect(after).toMatchObject({
    success: false,
    data: { matched_rule_id: 'hard:untrusted-approval' },
    meta: { outcome: 'needs_approval', approval_mode: false },
  })

  process.kill(agent.pid, 'SIGKILL')
  const [heir, other] = await Promise.all([world.start('claude'), world.start('cursor')])
  expect((await heir.call('x_post_tweet', { text: 'Back again.' })).meta.outcome).toBe(
    'needs_approval',
  )
  expect((await other.call('x_post_tweet', { text: 'I have read nothing.' })).meta.outcome).toBe(
    'executed',
  )
  expect(await listApprovals(world.tuitbot.ctx, ACCOUNT)).toHaveLength(2)
})

test.each([
  ['get_tweet_by_id', { tweet_id: '1' }],
  ['x_get_user_by_username', { username: 'bob' }],
  ['list_pending_approvals', {}],
])('what %s answers was written by strangers', async (tool, args) => {
  await using world = await createWorld(UNATTENDED)
  const agent = await world.start('claude')

  await agent.call(tool, args)

  expect((await agent.call('x_post_tweet', { text: 'Hi.' })).meta.outcome).toBe('needs_approval')
})

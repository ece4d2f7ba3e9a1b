import { approve, edit, listApprovals, reject } from '@tuitbot/core'
import { describe, expect, test } from 'vitest'
import { ACCOUNT } from './home.js'
import { ANN, createWorld } from './world.js'

const TOOLS = {
  get_policy_status: { takes: [], needs: undefined },
  get_tweet_by_id: { takes: ['tweet_id'], needs: ['tweet_id'] },
  health_check: { takes: [], needs: undefined },
  list_pending_approvals: { takes: [], needs: undefined },
  x_get_user_by_username: { takes: ['username'], needs: ['username'] },
  x_post_tweet: { takes: ['media_ids', 'text'], needs: ['text'] },
  x_reply_to_tweet: {
    takes: ['in_reply_to_id', 'media_ids', 'text'],
    needs: ['in_reply_to_id', 'text'],
  },
  x_search_tweets: {
    takes: ['max_results', 'pagination_token', 'query', 'since_id'],
    needs: ['query'],
  },
}

describe.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } as const }],
])('an agent that speaks %s', (_revision, options) => {
  test('looks around, asks, waits for a person, and learns what became of it', async () => {
    await using world = await createWorld()
    const { ctx } = world.tuitbot
    const agent = await world.start('claude', options)

    const { tools } = await agent.client.listTools()
    const shown = tools.map(({ name, inputSchema: { properties = {}, required } }) => [
      name,
      { takes: Object.keys(properties).toSorted(), needs: required?.toSorted() },
    ])
    expect(Object.fromEntries(shown)).toEqual(TOOLS)
    for (const { annotations, outputSchema, title } of tools) {
      expect([Object.keys(annotations ?? {}).length, typeof outputSchema, typeof title]).toEqual([
        5,
        'object',
        'string',
      ])
    }

    const found = await agent.call('x_search_tweets', { query: 'from:bob', max_results: 3 })
    expect(found).toMatchObject({
      success: true,
      data: { includes: { users: [{ username: 'bob' }] } },
      meta: { tool_version: '1.0', pagination: { has_more: expect.any(Boolean) } },
    })
    const { data: who } = await agent.call('x_get_user_by_username', { username: '@bob' })
    expect(who).toMatchObject({
      username: 'bob',
      public_metrics: { tweet_count: expect.any(Number) },
    })

    const post = { text: 'Version two is out.' }
    const asked = await agent.call('x_post_tweet', post)
    expect(asked).toMatchObject({
      success: false,
      data: { routed_to_approval: true, message: expect.stringContaining('same arguments') },
      meta: { outcome: 'needs_approval', status: 'waiting for you', approval_mode: true },
    })
    expect(asked.error).toBeUndefined()
    const again = await agent.call('x_post_tweet', post)
    expect(again.data).toEqual(asked.data)
    const pending = await agent.call('list_pending_approvals')
    expect(pending.data).toMatchObject([{ generated_content: post.text, status: 'pending' }])
    expect(world.sent()).toEqual({ requests: 0, posts: 0 })

    const [waiting] = await listApprovals(ctx, ACCOUNT)
    await approve(ctx, { id: waiting?.id ?? 0, by: ANN })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => agent.call('x_post_tweet', post)),
    )

    const id = world.x.truth.effects().find(({ kind }) => kind === 'post.create')?.detail['id']
    for (const answer of answers) {
      expect(answer).toMatchObject({
        success: true,
        data: { id, text: post.text },
        meta: { outcome: 'replayed', status: 'already posted', rollback: { reversible: true } },
      })
    }
    expect(world.sent()).toEqual({ requests: 1, posts: 1 })
    expect((await agent.call('get_tweet_by_id', { tweet_id: id })).data).toMatchObject(post)
  })
})

test('an agent that asks again is told what the person made of it', async () => {
  await using world = await createWorld()
  const { ctx } = world.tuitbot
  const agent = await world.start('claude')
  const [edited, rejected] = [{ text: 'Hi all' }, { text: 'Buy now' }]
  await agent.call('x_post_tweet', edited)
  await agent.call('x_post_tweet', rejected)
  const [first, second] = await listApprovals(ctx, ACCOUNT)
  await edit(ctx, { id: first?.id ?? 0, by: ANN, text: 'Hello, everyone.' })

  expect((await agent.call('x_post_tweet', edited)).meta.outcome).toBe('needs_approval')
  await approve(ctx, { id: first?.id ?? 0, by: ANN })
  await reject(ctx, { id: second?.id ?? 0, by: ANN, note: 'too salesy' })

  expect(await agent.call('x_post_tweet', edited)).toMatchObject({
    success: true,
    data: { text: 'Hello, everyone.' },
  })
  expect(await agent.call('x_post_tweet', rejected)).toMatchObject({
    success: false,
    error: {
      code: 'policy_denied_user_rule',
      message: expect.stringContaining('rejected this post (“too salesy”)'),
    },
    meta: { outcome: 'denied' },
  })
  expect(await listApprovals(ctx, ACCOUNT)).toEqual([])
  expect(world.sent()).toEqual({ requests: 1, posts: 1 })
})

test('an agent cannot decide: there is no tool for it, and the gate would refuse', async () => {
  await using world = await createWorld()
  const { ctx } = world.tuitbot
  const agent = await world.start('claude')
  await agent.call('x_post_tweet', { text: 'Let me.' })
  const [waiting] = await listApprovals(ctx, ACCOUNT)
  const id = waiting?.id ?? 0

  for (const name of ['approve_item', 'approve_all', 'reject_item']) {
    await expect(agent.call(name, { id })).rejects.toMatchObject({ code: -32_602 })
  }
  const by = { kind: 'agent', id: 'claude' } as const
  expect(await approve(ctx, { id, by })).toMatchObject({ kind: 'denied', code: 'not_approved' })
  expect(await listApprovals(ctx, ACCOUNT)).toHaveLength(1)
  expect(world.sent().requests).toBe(0)
})

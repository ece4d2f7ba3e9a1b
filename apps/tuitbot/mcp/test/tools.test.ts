import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createToolbox, type CallOptions } from '@armorer/runtime'
import { systemClock } from '@armorer/gateway'
import { approve, createTuitbot, publish, publishOnce, undo } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { type Envelope } from '../src/contract/envelope.js'
import { createTuitbotTools } from '../src/create-tuitbot-tools.js'
import { healthCheckTool } from '../src/tools/health-check.js'
import { toAnswer } from '../src/to-answer.js'
import { toOptions } from './home.js'
import { ANN, createWorld, type Data, UNATTENDED, type World } from './world.js'

const POSTING = { method: 'POST', path: '/2/tweets' }
const SEARCHING = { method: 'GET', path: '/2/tweets/search/recent' }

test('a rate limit of X tells when to try again', async () => {
  await using world = await createWorld(UNATTENDED)
  const call = callerOf(world)
  const limited = { kind: 'status', status: 429, when: 'before', resetSeconds: 60 } as const
  world.x.fault({ ...SEARCHING, fault: limited }, { ...POSTING, fault: limited })

  for (const [tool, args] of [
    ['x_search_tweets', { query: 'cats' }],
    ['x_post_tweet', { text: 'Hi.' }],
  ] as const) {
    const { error } = await call(tool, args)
    expect(error).toMatchObject({ code: 'x_rate_limited', retryable: true })
    expect(error?.retry_after_ms).toBeGreaterThan(0)
    expect(error?.retry_after_ms).toBeLessThan(90_000)
  }
})

test.each([
  ['a post that is not there', 'get_tweet_by_id', { tweet_id: '999' }, 'not_found'],
  ['an id that is none', 'get_tweet_by_id', { tweet_id: 'last' }, 'invalid_input'],
  ['an unknown account', 'x_get_user_by_username', { username: 'nobody_at_all' }, 'not_found'],
  ['a handle that is none', 'x_get_user_by_username', { username: 'a b' }, 'invalid_input'],
  ['an empty search', 'x_search_tweets', { query: ' ' }, 'invalid_input'],
  ['a search since nowhere', 'x_search_tweets', { query: 'a', since_id: 'b' }, 'invalid_input'],
  ['a reply to nothing', 'x_reply_to_tweet', { text: 'a', in_reply_to_id: '999' }, 'not_found'],
  ['a long post', 'x_post_tweet', { text: 'x'.repeat(281) }, 'tweet_too_long'],
  ['a banned phrase', 'x_post_tweet', { text: 'check out this' }, 'invalid_input'],
])('%s is refused, with its code', async (_what, tool, args, code) => {
  await using world = await createWorld(UNATTENDED)

  expect(await callerOf(world)(tool, args)).toMatchObject({
    success: false,
    data: null,
    error: { code, retryable: false, message: expect.any(String) },
    meta: { tool_version: '1.0' },
  })
  expect(world.sent().requests).toBe(0)
})

test.each([
  [{}, 10],
  [{ max_results: 3 }, 10],
  [{ max_results: 40 }, 40],
  [{ max_results: 5_000 }, 100],
])('a search with %j asks X for %i posts', async (args, wanted) => {
  await using world = await createWorld()

  expect(
    (await callerOf(world)('x_search_tweets', { query: 'the', ...args })).error,
  ).toBeUndefined()

  const [request] = world.x.truth.requests().filter(({ path }) => path.includes('/search/recent'))
  expect(request?.path).toContain(`max_results=${wanted}`)
})

test('the pages of a search follow one another', async () => {
  await using world = await createWorld()
  for (let index = 0; index < 15; index++) world.x.post('bob', { text: `zebra ${index}` })
  const call = callerOf(world)

  const first = await call('x_search_tweets', { query: 'zebra' })
  const token = first.meta.pagination?.next_token
  const second = await call('x_search_tweets', { query: 'zebra', pagination_token: token })

  expect([first, second].map(({ meta }) => meta.pagination)).toMatchObject([
    { result_count: 10, has_more: true },
    { result_count: 5, has_more: false },
  ])
})

test('a post whose fate is not known is not sent again, however often it is asked for', async () => {
  await using world = await createWorld(UNATTENDED)
  const call = callerOf(world)
  world.x.fault({ ...POSTING, fault: { kind: 'reset', when: 'after' } })

  const lost = await call('x_post_tweet', { text: 'Perhaps.' })
  const again = await call('x_post_tweet', { text: 'Perhaps.' })

  for (const { success, error, meta } of [lost, again]) {
    expect([success, error?.code, meta.outcome, meta.status]).toEqual([
      false,
      'x_network_error',
      'unknown',
      'not yet known',
    ])
  }
  expect(world.sent()).toEqual({ requests: 1, posts: 1 })
})

test('while everything is paused nothing leaves, and the policy says so', async () => {
  await using world = await createWorld(UNATTENDED)
  const call = callerOf(world)
  await world.tuitbot.ctx.gateway.pause({ by: ANN, reason: 'on holiday' })

  expect(await call('x_post_tweet', { text: 'Hi.' })).toMatchObject({
    error: { code: 'policy_error', policy_decision: 'denied', retryable: true },
    meta: { outcome: 'denied', status: 'refused' },
  })
  expect((await call('get_policy_status')).data).toMatchObject({
    paused: 'on holiday',
    blocked_tools: ['x_post_tweet', 'x_reply_to_tweet'],
  })
  expect(world.sent().requests).toBe(0)
  await world.tuitbot.ctx.gateway.resume({ by: ANN, reason: 'back' })
  expect(await call('x_post_tweet', { text: 'Hi.' })).toMatchObject({ success: true })
})

test('a limit that is used up refuses, and the policy counts what was sent', async () => {
  await using world = await createWorld({
    ...UNATTENDED,
    TUITBOT_LIMITS__MAX_TWEETS_PER_DAY: '1',
  })
  const call = callerOf(world)
  await call('x_post_tweet', { text: 'One.' })

  const { error } = await call('x_post_tweet', { text: 'Two.' })

  expect(error).toMatchObject({ code: 'policy_denied_rate_limited', policy_decision: 'denied' })
  expect(Date.parse(error?.rate_limit_reset ?? '')).toBeGreaterThan(Date.now())
  expect((await call('get_policy_status')).data).toMatchObject({
    require_approval_for: [],
    rate_limits: [
      { dimension: 'replies', used: 0 },
      { dimension: 'posts', used: 1, max: 1, period_seconds: 86_400 },
    ],
  })
})

test('a reply waits for a person where X has not agreed to replies by machines', async () => {
  await using world = await createWorld({ TUITBOT_APPROVAL_MODE: 'false' })
  const call = callerOf(world)
  const { id } = world.x.post('bob', { text: '@alice how do I export my data from the app?' })

  const asked = await call('x_reply_to_tweet', { text: 'Under Settings.', in_reply_to_id: id })

  expect(asked.data).toMatchObject({ matched_rule_id: 'x:ai-replies' })
  expect((await call('get_policy_status')).data).toMatchObject({
    require_approval_for: ['x_reply_to_tweet'],
  })
  expect((await call('list_pending_approvals')).data).toMatchObject([
    { action_type: 'reply', target_tweet_id: id, generated_content: 'Under Settings.' },
  ])
})

test('what waits is listed oldest first, and what has no number in the queue is not in it', async () => {
  await using world = await createWorld()
  const { ctx, account, owner } = world.tuitbot
  const call = callerOf(world)
  await call('x_post_tweet', { text: 'First.' })
  await call('x_post_tweet', { text: 'Second.' })
  world.x.fault({ ...POSTING, fault: { kind: 'status', status: 503, when: 'after' } })
  const sent = await publish(ctx, owner, { account, text: 'Lost.' }, { confirmed: true })
  if (sent.kind !== 'unknown') throw new Error(sent.kind)
  using file = new DatabaseSync(join(world.home.folder, 'tuitbot.db'))
  file.prepare(`update gateway_intent set state = 'needs_human' where id = ?`).run(sent.intent)

  expect((await call('list_pending_approvals')).data).toMatchObject([
    { id: 1, generated_content: 'First.', status: 'pending' },
    { id: 2, generated_content: 'Second.', status: 'pending' },
  ])
})

test('a reply that was posted is told of when what it answered has gone', async () => {
  await using world = await createWorld(UNATTENDED)
  const call = callerOf(world)
  const { id } = world.x.post('bob', { text: '@alice how do I export my data from the app?' })
  const reply = { text: 'Under Settings.', in_reply_to_id: id }
  const posted = await call('x_reply_to_tweet', reply)
  const post = world.x.world.posts.get(id)
  if (post) post.deletedAt = Date.now()

  expect(await call('x_reply_to_tweet', reply)).toMatchObject({
    success: true,
    data: posted.data,
    meta: { outcome: 'replayed', status: 'already posted' },
  })
})

test('a post that was taken back is no success, and says so', async () => {
  await using world = await createWorld(UNATTENDED)
  const { ctx } = world.tuitbot
  const call = callerOf(world)
  const { data } = await call('x_post_tweet', { text: 'A tpyo.' })
  const [sent] = await ctx.gateway.list({ states: ['succeeded'] })
  await undo(ctx, { intent: sent?.id ?? '', by: ANN })

  const again = await call('x_post_tweet', { text: 'A tpyo.' })

  expect(again).toMatchObject({
    success: false,
    data: null,
    error: {
      code: 'validation_error',
      retryable: false,
      message: expect.stringContaining(`this was posted as ${String(data?.['id'])} and taken back`),
    },
    meta: { outcome: 'denied', status: 'refused' },
  })
  expect(again.meta.rollback).toBeUndefined()
  expect(world.sent().requests).toBe(1)
})

test('a reply that X would refuse is refused before a person is asked', async () => {
  await using world = await createWorld()
  const call = callerOf(world)
  const { id } = world.x.post('bob', { text: 'Exports are hard.' })

  expect(await call('x_reply_to_tweet', { text: 'They are.', in_reply_to_id: id })).toMatchObject({
    error: { code: 'invalid_input', message: expect.stringContaining('enterprise contract') },
  })
  expect((await call('list_pending_approvals')).data).toEqual([])
})

const BOTH = ['x_post_tweet', 'x_reply_to_tweet']

test.each([
  ['everything may go out', UNATTENDED, {}, []],
  ['X has not agreed to replies', { TUITBOT_APPROVAL_MODE: 'false' }, {}, ['x_reply_to_tweet']],
  ['approval mode is on', {}, {}, BOTH],
  ['it is in composer mode', { ...UNATTENDED, TUITBOT_MODE: 'composer' }, {}, BOTH],
  ['the agent has read strangers', UNATTENDED, { labels: ['untrusted'] }, BOTH],
])('where %s, what waits is what the policy says', async (_when, settings, asker, waiting) => {
  await using world = await createWorld(settings)
  const call = callerOf(world, asker)
  const { id } = world.x.post('bob', { text: '@alice how do I export my data from the app?' })

  expect((await call('get_policy_status')).data).toMatchObject({ require_approval_for: waiting })
  const asked = {
    x_post_tweet: await call('x_post_tweet', { text: 'Hi.' }),
    x_reply_to_tweet: await call('x_reply_to_tweet', { text: 'Hi.', in_reply_to_id: id }),
  }
  const routed = Object.entries(asked).filter(([, { meta }]) => meta.outcome === 'needs_approval')
  expect(routed.map(([tool]) => tool)).toEqual(waiting)
})

test('what a person is to see first after an update is what the policy says', async () => {
  await using world = await createWorld(UNATTENDED)
  const { ctx, account } = world.tuitbot
  const call = callerOf(world)
  const waiting = async () => (await call('get_policy_status')).data?.['require_approval_for']
  await call('x_post_tweet', { text: 'Before.' })
  await ctx.gateway.beginProbation({ account, by: ANN, reason: 'updated', changes: 1 })

  expect(await waiting()).toEqual(BOTH)
  const { data } = await call('x_post_tweet', { text: 'After.' })
  expect(data).toMatchObject({ matched_rule_id: 'first-changes' })
  await approve(ctx, { id: Number(data?.['approval_queue_id']), by: ANN })
  expect(await waiting()).toEqual([])
})

test('a reply that repeats what it answers, or answers the own post, is refused', async () => {
  await using world = await createWorld(UNATTENDED)
  const call = callerOf(world)
  const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
  const [other, own] = ['bob', 'alice'].map((name) => world.x.post(name, { text: words }).id)

  for (const [text, target] of [
    [`He said ${words}`, other],
    ['And another thing.', own],
  ]) {
    const { error } = await call('x_reply_to_tweet', { text, in_reply_to_id: target })
    expect(error?.code).toBe('invalid_input')
  }
  expect(world.sent().requests).toBe(0)
})

test('a key of the client makes calls the same, and other arguments under it a conflict', async () => {
  await using world = await createWorld(UNATTENDED)
  const call = callerOf(world, { idempotencyKey: 'mine' })

  const one = await call('x_post_tweet', { text: 'First.' })
  const same = await call('x_post_tweet', { text: 'First.' })
  const other = await call('x_post_tweet', { text: 'Second.' })

  expect(same.data).toEqual(one.data)
  expect(other).toMatchObject({
    error: { code: 'validation_error' },
    meta: { outcome: 'conflict' },
  })
  expect(world.sent().posts).toBe(1)
})

test('a call that is taken back before anything left leaves nothing', async () => {
  await using world = await createWorld(UNATTENDED)
  const principal = { kind: 'agent', id: 'claude' } as const
  const call = { principal, labels: [], idempotencyKey: undefined, cancelled: true }

  expect(await publishOnce(world.tuitbot, call, { text: 'Never mind.' })).toMatchObject({
    kind: 'denied',
    code: 'cancelled',
  })
  expect(world.sent().requests).toBe(0)
})

test('hours later the same is still the same post, also with a space more', async () => {
  await using world = await createWorld(UNATTENDED)
  let later = 0
  const clock = { ...systemClock, now: () => systemClock.now() + later }
  const tuitbot = await createTuitbot({ ...toOptions(world.home), clock })
  const call = callerOf({ tuitbot })

  const posted = await call('x_post_tweet', { text: 'Hello.' })
  later = 23 * 60 * 60 * 1000
  const again = await call('x_post_tweet', { text: ' Hello. ' })
  await tuitbot.close()

  expect(posted.meta.outcome).toBe('executed')
  expect(again).toMatchObject({ data: posted.data, meta: { outcome: 'replayed' } })
  expect(world.sent().requests).toBe(1)
})

test('health is what can be reached, and not what is hoped for', async () => {
  await using world = await createWorld()
  const { ctx, account } = world.tuitbot
  const complete = () => Promise.reject(new Error('secret words of a provider'))
  const sick = { account, ctx: { ...ctx, llm: { name: 'broken', complete } } }
  const bare = { account, ctx: { ...ctx, llm: undefined } }

  const answers = await Promise.all(
    [world.tuitbot, sick, bare].map((tuitbot) => callerOf({ tuitbot })('health_check')),
  )

  expect(answers.map(({ data }) => data)).toMatchObject([
    { database: { status: 'ok', message: 'speaks for @alice' }, llm: { status: 'ok' } },
    { llm: { status: 'error', message: expect.not.stringContaining('secret') } },
    { llm: { status: 'not_configured' } },
  ])
})

test('health says that a model was not waited for, and the log has why a database fails', async () => {
  await using world = await createWorld()
  const { ctx, account } = world.tuitbot
  const complete = (_request: unknown, asked?: { readonly signal?: AbortSignal | undefined }) =>
    new Promise<never>((_resolve, reject) => {
      asked?.signal?.addEventListener('abort', () => reject(asked.signal?.reason))
    })
  const trouble = Object.assign(new Error('no such file'), { code: 'unavailable' })
  trouble.name = 'StorageError'
  const db = { ...ctx.db, read: () => Promise.reject(trouble) }
  const slow = { account, ctx: { ...ctx, db, llm: { name: 'sleepy', complete } } }
  const logged: unknown[] = []
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (...said: unknown[]) => logged.push(said),
  }

  const health = createToolbox([healthCheckTool(slow, 5)])
  const { structured } = toAnswer(
    await health.execute({ name: 'health_check', arguments: {} }, { logger }),
  )

  expect(structured).toMatchObject({
    data: {
      database: { status: 'error', message: expect.stringContaining('the log') },
      llm: { status: 'error', message: 'sleepy: the model did not answer in time' },
    },
  })
  expect(logged).toEqual([['a tool failed', { error: trouble }]])
})

function callerOf(
  { tuitbot }: { readonly tuitbot: Pick<World['tuitbot'], 'ctx' | 'account'> },
  options: CallOptions = {},
) {
  const toolbox = createToolbox(createTuitbotTools(tuitbot))
  return async (name: string, args: object = {}): Promise<Envelope<Data>> => {
    const asker = { principal: { kind: 'agent', id: 'claude' } as const, ...options }
    const { structured } = toAnswer(await toolbox.execute({ name, arguments: args }, asker))
    // What our own table makes is an envelope.
    return structured as unknown as Envelope<Data>
  }
}

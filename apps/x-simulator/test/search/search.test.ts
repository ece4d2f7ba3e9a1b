import {
  type Post,
  type RunningSimulator,
  startSimulator,
  virtualClock,
} from '@tuitbot/x-simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileAll } from '../../src/search/compile-query.js'
import { parseQuery } from '../../src/search/parse-query.js'
import { findCandidates } from '../../src/search/find-candidates.js'
import { ask } from '../x-client.js'

/** A small world in which every operator has something to find and something to leave. */
async function start() {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  const x = await startSimulator({ clock, world: 'empty', access: 'enterprise' })
  for (const username of ['ann', 'ben', 'cy'])
    x.addAccount({ username, verified: username === 'ann' })
  const posts = {
    tea: x.post('ann', { text: 'Green tea, hot. #Tea $TEA https://example.com/tea' }),
    coffee: x.post('ben', { text: 'hot coffee @ann ☕' }),
    both: x.post('cy', { text: 'tea or coffee?' }),
    german: x.post('ben', { text: 'Der Tee ist nicht kalt und die Milch ist warm' }),
    berlin: x.post('ann', { text: 'here', placeId: '3078869807f9dd36' }),
  }
  const reply = x.post('ben', { text: 'agreed', replyTo: posts.tea })
  const quote = x.post('cy', { text: 'this', quoteOf: posts.tea })
  const repost = x.post('cy', { text: 'RT @ann: Green tea', repostOf: posts.tea })
  for (const fan of ['ben', 'cy']) posts.tea.likes.set(x.account(fan).id, clock.now())
  const named = new Map(
    Object.entries({ ...posts, reply, quote, repost }).map(([name, { id }]) => [id, name]),
  )
  return { x, clock, named, tea: posts.tea }
}

async function find(x: RunningSimulator, named: Map<string, string>, query: string) {
  const heard = await ask(x, `GET /2/tweets/search/recent?query=${encodeURIComponent(query)}`, {
    token: x.appToken(),
  })
  expect(heard.status).toBe(200)
  const ids = [...heard.text.matchAll(/"id":"(\d+)"/g)].map(
    ([, id]) => named.get(id ?? '') ?? 'unknown',
  )
  return ids.toSorted().join(' ')
}

test.each([
  ['tea', 'both tea'],
  ['TEA', 'both tea'],
  ['hot tea', 'tea'],
  ['tea OR coffee', 'both coffee tea'],
  ['hot (tea OR coffee)', 'coffee tea'],
  ['tea -coffee', 'tea'],
  ['coffee -(or OR hot)', ''],
  ['"tea or"', 'both'],
  ['"or tea"', ''],
  ['#tea', 'tea'],
  ['$tea', 'tea'],
  ['@ann', 'coffee reply'],
  ['☕', 'coffee'],
  ['hot -☕', 'tea'],
  ['hot --coffee', 'coffee'],
  ['from:ben', 'coffee german reply'],
  ['from:ben -is:reply', 'coffee german'],
  ['to:ann', 'reply'],
  ['is:retweet from:cy', 'repost'],
  ['retweets_of:ann', 'repost'],
  ['url:"example.com"', 'tea'],
  ['from:cy is:quote', 'quote'],
  ['tea has:links', 'tea'],
  ['tea has:hashtags', 'tea'],
  ['coffee has:mentions', 'coffee'],
  ['tea is:verified', 'tea'],
  ['tea min_likes:2', 'tea'],
  ['tea min_likes:3', ''],
  ['from:ben lang:de', 'german'],
  ['place:berlin', 'berlin'],
  ['place_country:DE has:geo', 'berlin'],
  ['nothinglikeit', ''],
])('%s finds %j', async (query, expected) => {
  const { x, named } = await start()
  await using _ = x
  expect(await find(x, named, query)).toBe(expected)
})

test('posts are found by the post they belong to', async () => {
  const { x, named, tea } = await start()
  await using _ = x
  expect(await find(x, named, `conversation_id:${tea.id}`)).toBe('reply tea')
  expect(await find(x, named, `in_reply_to_tweet_id:${tea.id}`)).toBe('reply')
  expect(await find(x, named, `quotes_of_tweet_id:${tea.id}`)).toBe('quote')
  expect(await find(x, named, `retweets_of_tweet_id:${tea.id}`)).toBe('repost')
})

test.each([
  ['colour:red', "invalid operator 'colour'"],
  ['tea is:nice', "invalid value 'nice'"],
  ['has:links', 'at least one'],
  ['-tea', 'at least one'],
  ['tea OR', 'ends too early'],
  ['(tea', "')' is missing"],
  ['tea)', "unexpected ')'"],
  ['""', 'empty'],
])('%s is refused: %s', async (query, why) => {
  const { x } = await start()
  await using _ = x
  const heard = await ask(x, `GET /2/tweets/search/recent?query=${encodeURIComponent(query)}`, {
    token: x.appToken(),
  })
  expect(heard.status).toBe(400)
  expect(heard.textAt('errors.0.message')).toContain(why)
})

test('a recent search goes back seven days and no further', async () => {
  const { x, clock, named, tea } = await start()
  await using _ = x
  clock.advance(7 * 24 * 60 * 60 * 1000 + 1)
  expect(await find(x, named, 'tea')).toBe('')
  const search = (more: string) =>
    ask(x, `GET /2/tweets/search/recent?query=tea&${more}`, { token: x.appToken() })
  expect((await search(`since_id=${tea.id}`)).status).toBe(400)
  expect((await search('start_time=2026-09-01T09:00:00Z')).status).toBe(400)
  const all = await ask(x, 'GET /2/tweets/search/all?query=tea', { token: x.appToken() })
  expect(all.at('meta.result_count')).toBe(2)
})

test('counts add up to what a search finds', async () => {
  const { x } = await start()
  await using _ = x
  for (const granularity of ['minute', 'hour', 'day']) {
    const heard = await ask(x, `GET /2/tweets/counts/recent?query=tea&granularity=${granularity}`, {
      token: x.appToken(),
    })
    const buckets = heard.at('data') as Array<{ post_count: number }>
    expect(heard.at('meta.total_post_count')).toBe(2)
    expect(buckets.reduce((sum, { post_count }) => sum + post_count, 0)).toBe(2)
  }
})

test('asking only what the index leaves open finds what asking every post finds', async () => {
  const { x } = await start()
  await using _ = x
  const word = fc.constantFrom(
    'tea',
    'coffee',
    '"hot coffee"',
    '#tea',
    '@ann',
    'from:ben',
    'is:reply',
    'has:links',
    '☕',
    'lang:de',
    `conversation_id:${x.world.timeline[0]?.id}`,
  )
  const { query } = fc.letrec<{ query: string }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left}) (${right})`),
      fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left}) OR (${right})`),
      tie('query').map((inner) => `-(${inner})`),
    ),
  }))
  fc.assert(
    fc.property(query, (text) => {
      const parsed = parseQuery(text)
      fc.pre(parsed.kind === 'query')
      if (parsed.kind !== 'query') return
      const { posts, rest } = findCandidates(x.world, parsed.node)
      const original = (post: Post) => post.repostOfId === undefined
      expect(posts.filter(compileAll(x.world, rest)).filter(original)).toEqual(
        x.world.timeline.filter(compileAll(x.world, [parsed.node])).filter(original),
      )
    }),
    { numRuns: 1000 },
  )
})

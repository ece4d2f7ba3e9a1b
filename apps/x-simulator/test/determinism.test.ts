import { request } from 'node:http'
import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'

// The whole of an answer: status line, headers as sent and in their order, and body.
const steps: ReadonlyArray<readonly [string, string, unknown?]> = [
  ['GET', '/2/users/me?user.fields=public_metrics,created_at'],
  ['POST', '/2/tweets', { text: 'one https://example.com/x' }],
  ['POST', '/2/tweets', { text: 'one https://example.com/x' }],
  [
    'GET',
    '/2/tweets/search/recent?query=lantern&max_results=20&post.fields=public_metrics,entities&expansions=author_id',
  ],
  ['POST', '/2/media/upload', { media: 'R0lGODlhAQABAAAAACw=', media_category: 'tweet_gif' }],
  ['POST', '/2/lists', { name: 'makers' }],
  ['GET', '/2/users/by?usernames=alice,bob,nobody'],
  ['GET', '/2/nothing'],
  ['GET', '/'],
  ['GET', '/truth/requests'],
]

async function record(seed: number): Promise<string[]> {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ seed, clock, eventsPerMinute: 30 })
  x.fault({ probability: 0.2, fault: { kind: 'status', status: 503, when: 'after' } })
  const token = x.token('alice').accessToken
  const heard: string[] = []
  for (const [method, path, body] of steps) {
    heard.push(await exchange(x.url + path, method, { token, body }))
    clock.advance(7_000)
  }
  return heard.map((text) => text.replaceAll(x.url, ''))
}

test('the same seed and the same requests give the same bytes', async () => {
  const first = await record(5)
  expect(await record(5)).toEqual(first)
  expect(first[0]).toContain('Tue, 01 Sep 2026 09:00:00 GMT')
  expect(first.join('\n').length).toBeGreaterThan(10_000)
})

test('another seed gives another world', async () => {
  expect(await record(6)).not.toEqual(await record(5))
})

function exchange(
  url: string,
  method: string,
  { token, body }: { token: string; body: unknown },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const head = [answer.statusCode, answer.statusMessage, ...answer.rawHeaders].join('\n')
        resolve(`${head}\n\n${Buffer.concat(chunks).toString('latin1')}`)
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

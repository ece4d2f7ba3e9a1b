import { expect, test } from 'vitest'
import { damagedAnswersAreNeverBelieved } from '../laws/answer-laws.js'
import { openDoor, startWorld } from '../x-world.js'

test('2,000 damaged answers crash nothing, and none is believed', async () => {
  const { believed, refused } = await damagedAnswersAreNeverBelieved({ runs: 2_000, seed: 1 })
  // Damage beside what is read leaves a result; were there none, nothing would have been tried.
  expect(Math.min(believed, refused)).toBeGreaterThan(300)
})

test.each<[string, string]>([
  ['an id as a number', '{"data":{"id":1234567890123456789,"text":"x"}}'],
  ['deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['null', 'null'],
  ['a prototype', '{"data":{"__proto__":{"id":"1","text":"x"}}}'],
])('%s is an error of ours', async (_, body) => {
  await using x = await startWorld()
  const fetch = () => Promise.resolve(new Response(body, { status: 200 }))
  const { read } = openDoor(x, 'alice', {
    fetch,
    policy: { retries: 0, minMs: 0, maxMs: 0 },
  })
  await expect(read.getPost('1')).rejects.toMatchObject({ name: 'ProviderError' })
})

test('what is no UTF-8 is not mended', async () => {
  await using x = await startWorld()
  const body = Buffer.from('{"data":{"id":"1","text":"\xff"}}', 'latin1')
  const fetch = () => Promise.resolve(new Response(new Uint8Array(body), { status: 200 }))
  const { read } = openDoor(x, 'alice', { fetch, policy: { retries: 0, minMs: 0, maxMs: 0 } })
  await expect(read.getPost('1')).rejects.toMatchObject({ failure: { code: 'network' } })
})

test('an answer without an end in sight is not read to it', async () => {
  await using x = await startWorld()
  let pieces = 0
  const body = new ReadableStream({
    pull(sink) {
      if (++pieces > 40) sink.close()
      else sink.enqueue(new Uint8Array(1 << 20))
    },
  })
  const fetch = () => Promise.resolve(new Response(body, { status: 200 }))
  const { read } = openDoor(x, 'alice', { fetch, policy: { retries: 0, minMs: 0, maxMs: 0 } })
  await expect(read.getMe()).rejects.toMatchObject({ failure: { code: 'network' } })
  expect(pieces).toBeLessThan(15)
})

test('an answer packed beyond measure is given up', async () => {
  const { gzipSync } = await import('node:zlib')
  const { createServer } = await import('node:http')
  const packed = gzipSync(Buffer.alloc(64 << 20))
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await using x = await startWorld()
  const { read } = openDoor(x, 'alice', {
    baseUrl: `http://127.0.0.1:${port}`,
    policy: { retries: 0, minMs: 0, maxMs: 0 },
  })
  await expect(read.getMe()).rejects.toMatchObject({ failure: { code: 'network' } })
  server.closeAllConnections()
  server.close()
})

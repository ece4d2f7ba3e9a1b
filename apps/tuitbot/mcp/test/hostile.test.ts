import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { createWorld, UNATTENDED, type World } from './world.js'

const MB = 1024 * 1024

test('whatever a client sends, the server answers in the protocol, posts nothing, and goes on', async () => {
  await using world = await createWorld(UNATTENDED)
  const server = await startRaw(world)
  await server.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'hostile\u0000\n', version: '1' },
  })
  const call = (name: unknown, args?: unknown) =>
    server.ask('tools/call', { name, arguments: args })

  expect(await call('x_explode', {})).toMatchObject({ error: { code: -32_602 } })
  expect(await call(7, {})).toMatchObject({ error: { code: -32_602 } })
  expect(await call('x_post_tweet', 'text')).toMatchObject({ error: { code: -32_602 } })
  for (const args of [
    {},
    { text: 7 },
    { text: null },
    { text: ['a'] },
    { text: 'a', media_ids: 'b' },
    { text: 'a', confirmed: true },
    { text: 'a', principal: { kind: 'person', id: 'ann' } },
  ]) {
    expect(await call('x_post_tweet', args)).toMatchObject(refused('invalid_input'))
  }
  for (const [args, code] of [
    [{ text: '' }, 'invalid_input'],
    [{ text: ' \n ' }, 'invalid_input'],
    [{ text: 'a\u202Eb' }, 'invalid_input'],
    [{ text: 'a', media_ids: ['../1'] }, 'invalid_input'],
    [{ text: 'x'.repeat(3 * MB) }, 'tweet_too_long'],
    [{ text: '\u{1F600}'.repeat(MB / 2) }, 'tweet_too_long'],
  ] as const) {
    expect(await call('x_post_tweet', args)).toMatchObject(refused(code))
  }
  expect(await call('x_search_tweets', { query: '' })).toMatchObject(refused('invalid_input'))
  expect(await call('get_tweet_by_id', { tweet_id: '1/../../me' })).toMatchObject(
    refused('invalid_input'),
  )

  for (const line of ['{', 'null', '[]', '""', '{"jsonrpc":"2.0"}', '\u0000'.repeat(100)]) {
    server.send(line)
    expect(await server.receive()).toMatchObject({ id: null, error: {} })
  }
  server.send('y'.repeat(17 * MB))
  expect(await server.receive()).toMatchObject({ id: null, error: { code: -32_600 } })
  server.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}')
  server.send('{"jsonrpc":"2.0","id":12345,"result":{}}')

  expect(await call('health_check', {})).toMatchObject({
    result: { structuredContent: { success: true, data: { database: { status: 'ok' } } } },
  })
  expect(world.sent()).toEqual({ requests: 0, posts: 0 })
  expect(await server.end()).toEqual([0, null])
})

function refused(code: string) {
  return { result: { isError: true, structuredContent: { success: false, error: { code } } } }
}

/** Speaks lines to a server process. A line on its stdout that is not JSON fails the test. */
async function startRaw(world: World) {
  const { command, args } = await world.command()
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  const receive = async (): Promise<unknown> => JSON.parse((await lines.next()).value)
  return {
    receive,
    send: (line: string) => void child.stdin.write(`${line}\n`),
    async ask(method: string, params: object) {
      id += 1
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      const answer = await receive()
      expect(answer).toMatchObject({ jsonrpc: '2.0', id })
      return answer
    },
    async end() {
      const exited = once(child, 'exit')
      child.stdin.end()
      const [rest] = await Promise.all([lines.next(), exited])
      expect(rest.done).toBe(true)
      return exited
    },
  }
}

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { FROM_SOURCE } from './processes.js'
import { openSmallHome, type SmallHome } from './small-home.js'

test('what a tool could not do is in the log, which is standard error, and an agent is not told', async () => {
  await using home = await openSmallHome()
  await using server = await serveMcp(home.path)
  breakDatabase(home)

  const answer = await server.call('x_post_tweet', { text: 'Hello.' })

  expect(answer).toContain('db_error')
  expect(answer).not.toContain('no such table')
  await server.close()
  expect(server.log()).toMatch(/^\S+Z error a tool failed: StorageError .*no such table: account/)
  expect(server.log().trimEnd().split('\n')).toHaveLength(1)
})

test('a client that does not read the log is served all the same', async () => {
  await using home = await openSmallHome()
  await using server = await serveMcp(home.path)
  breakDatabase(home)
  server.stopReadingLog()

  for (let time = 0; time < 3; time += 1) {
    expect(await server.call('x_post_tweet', { text: 'Hello.' })).toContain('db_error')
  }
  expect(await server.close()).toBe(0)
})

function breakDatabase({ tuitbot }: SmallHome): void {
  const beside = new DatabaseSync(tuitbot.ctx.config.storage.dbPath)
  beside.exec('alter table account rename to elsewhere')
  beside.close()
}

/** A server in a process of its own, with which one speaks line by line. */
async function serveMcp(home: string) {
  const child = spawn(process.execPath, [...FROM_SOURCE, 'mcp', 'serve'], {
    env: { ...process.env, TUITBOT_HOME: home },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let log = ''
  child.stderr.on('data', (text) => (log += String(text)))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const tell = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let id = 0
  const ask = async (method: string, params: object): Promise<string> => {
    id += 1
    tell({ id, method, params })
    return String((await lines.next()).value)
  }
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'claude', version: '1.0.0' },
  })
  tell({ method: 'notifications/initialized' })
  const close = () => {
    child.stdin.end()
    return ended
  }
  return {
    call: (name: string, args: object) => ask('tools/call', { name, arguments: args }),
    log: () => log,
    stopReadingLog: () => child.stderr.destroy(),
    close,
    async [Symbol.asyncDispose]() {
      await close()
    },
  }
}

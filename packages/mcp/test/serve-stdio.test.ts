import { PassThrough } from 'node:stream'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createTool, createToolbox } from '@armorer/runtime'
import { describe, expect, test } from 'vitest'
import { serveStdio } from '../src/serve-stdio.js'
import { openWire } from './connect.js'
import { initialize, speakRaw } from './raw-wire.js'

const echo = createTool({
  name: 'echo',
  description: 'Says what it was given.',
  input: { type: 'object' },
  jsonSchemaValidator: () => (value) => ({ value }),
  risk: { effects: 'none' },
  run: (input) => JSON.stringify(input).length,
})

const ping = { jsonrpc: '2.0', id: 'still here', method: 'ping' }

describe('what is no message is answered, and the connection goes on', () => {
  test.each([
    ['not JSON', '{"jsonrpc": "2.0", ', { id: null, error: { code: -32_700 } }],
    ['a value that is no object', '42', { id: null, error: { code: -32_600 } }],
    ['a batch', '[]', { id: null, error: { code: -32_600 } }],
    ['no version', '{"id": 5, "method": "ping"}', { id: 5, error: { code: -32_600 } }],
    ['no method', '{"jsonrpc": "2.0", "id": "a"}', { id: 'a', error: { code: -32_600 } }],
    [
      'an id that is none',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      { id: null, error: { code: -32_600 } },
    ],
    ['a line without end', 'x'.repeat(3_000_000), { id: null, error: { code: -32_600 } }],
    ['a byte that is no text', '\u0000', { id: null, error: { code: -32_700 } }],
  ])('%s', async (_what, line, answer) => {
    const { input, output } = openWire([echo])
    const raw = speakRaw(input, output)
    await raw.ask(initialize)

    raw.sendLine(line)

    expect(await raw.receive()).toMatchObject({ jsonrpc: '2.0', ...answer })
    expect(await raw.ask(ping)).toMatchObject({ id: 'still here', result: {} })
  })

  test.each([
    ['a method that is not there', { method: 'tools/run' }, -32_601],
    ['arguments that are a list', { params: { name: 'echo', arguments: [] } }, -32_602],
    ['no name', { params: { arguments: {} } }, -32_602],
    ['a name of the language', { params: { name: '__proto__' } }, -32_602],
    ['an id instead of a name', { params: { name: 'default:echo' } }, -32_602],
  ])('%s is refused', async (_what, part, code) => {
    const { input, output } = openWire([echo])
    const raw = speakRaw(input, output)
    await raw.ask(initialize)

    const answer = await raw.ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', ...part })

    expect(answer).toMatchObject({ id: 1, error: { code } })
    expect(await raw.ask(ping)).toMatchObject({ id: 'still here' })
  })

  test('arguments a hundred thousand deep get an answer', async () => {
    const { input, output } = openWire([echo])
    const raw = speakRaw(input, output)
    await raw.ask(initialize)
    const deep = `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`

    raw.sendLine(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${deep}}}`,
    )

    expect(await raw.receive()).toMatchObject({ id: 1 })
    expect(await raw.ask(ping)).toMatchObject({ id: 'still here' })
  })
})

test('a message that comes in bytes is the same message', async () => {
  const { input, output } = openWire([echo])
  const raw = speakRaw(input, output)
  const bytes = Buffer.from(`${JSON.stringify({ ...initialize, id: 'grüß' })}\n`)

  for (const byte of bytes) input.write(Buffer.of(byte))

  expect(await raw.receive()).toMatchObject({
    id: 'grüß',
    result: { serverInfo: { name: 'ours' } },
  })
})

test('of fifty megabytes on one line nothing is kept, and what follows is answered', async () => {
  const { input, output } = openWire([echo])
  const raw = speakRaw(input, output)
  await raw.ask(initialize)

  const part = Buffer.alloc(1024 * 1024, 'x')
  for (let sent = 0; sent < 50; sent++) if (!input.write(part)) await once(input, 'drain')
  raw.sendLine('')

  expect(await raw.receive()).toMatchObject({ id: null, error: { code: -32_600 } })
  expect(await raw.ask(ping)).toMatchObject({ id: 'still here', result: {} })
})

test('a message has four mebibytes at most, unless told otherwise', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  serveStdio(createToolbox([]), {
    name: 'ours',
    version: '1',
    facts: () => ({}),
    streams: { input, output },
  })
  const raw = speakRaw(input, output)
  await raw.ask(initialize)
  const pingOf = (bytes: number) => {
    const text = JSON.stringify(ping)
    return text + ' '.repeat(bytes - text.length)
  }

  raw.sendLine(pingOf(4 * 1024 * 1024))
  expect(await raw.receive()).toMatchObject({ id: 'still here', result: {} })
  raw.sendLine(pingOf(4 * 1024 * 1024 + 1))
  expect(await raw.receive()).toMatchObject({ id: null, error: { code: -32_600 } })
})

test('the server ends with its client', async () => {
  const { server, input } = openWire([echo])

  input.end()

  await expect(server.closed).resolves.toBeUndefined()
})

describe('a process of its own', () => {
  test('prints nothing to stdout but the protocol, whatever its tools print, and ends with its client', async () => {
    const child = startChatterbox()
    const raw = speakRaw(child.stdin, child.stdout)
    const stderr = child.stderr.setEncoding('utf8').toArray()

    expect(await raw.ask(initialize)).toMatchObject({ id: 'hello' })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'chatter' } }
    expect(await raw.ask(call)).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } })
    const exited = once(child, 'exit')
    child.stdin.end()

    expect(await exited).toEqual([0, null])
    const printed = (await stderr).join('')
    expect(printed).toContain('by console.log')
    expect(printed).toContain('by process.stdout')
  })

  test('ends quietly when nobody reads any more', async () => {
    const child = startChatterbox()
    const raw = speakRaw(child.stdin, child.stdout)
    await raw.ask(initialize)
    const exited = once(child, 'exit')

    child.stdout.destroy()
    child.stdin.write(`${JSON.stringify(ping)}\n`)
    child.stdin.write(`${JSON.stringify(ping)}\n`)

    expect(await exited).toEqual([0, null])
  })
})

function startChatterbox() {
  const file = new URL('./chatterbox.ts', import.meta.url).pathname
  return spawn(process.execPath, ['--conditions=@armorer/source', '--import', 'tsx', file], {
    stdio: 'pipe',
  })
}

test('a client that reads slowly gets everything, and holds back whoever writes', async () => {
  const { input, output } = openWire([echo])
  const raw = speakRaw(input, new PassThrough())
  const long = 'x'.repeat(100_000)
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'echo', arguments: { long } },
  })
  raw.sendLine(JSON.stringify(initialize))
  for (let id = 1; id <= 50; id++) raw.sendLine(JSON.stringify(call(id)))

  const reader = speakRaw(input, output)
  const ids = []
  for (let line = 0; line <= 50; line++) ids.push(Reflect.get(Object(await reader.receive()), 'id'))

  expect(ids).toEqual(['hello', ...Array.from({ length: 50 }, (_, index) => index + 1)])
})

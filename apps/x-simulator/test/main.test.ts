import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ask } from './x-client.js'

const main = new URL('../src/main.ts', import.meta.url).pathname
const flags = ['--import', 'tsx', '--conditions=@armorer/source', main]
const run = promisify(execFile)

test('--help says how to use it', async () => {
  const { stdout } = await run(process.execPath, [...flags, '--help'])
  for (const option of ['--port', '--seed', '--access', '--clock', '--events', '--world'])
    expect(stdout).toContain(option)
})

test('the command that is installed needs no build, and runs from whatever folder', async () => {
  const { bin } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const command: string = bin['x-simulator']
  expect(command).not.toContain('dist')
  const file = fileURLToPath(new URL(`../${command}`, import.meta.url))
  const { stdout } = await run(process.execPath, [file, '--help'], { cwd: tmpdir() })
  expect(stdout).toContain('Usage: x-simulator')
})

test.each([
  [['--port', 'many'], '--port takes a whole number'],
  [['--access', 'free'], '--access takes self-serve'],
  [['--clock', 'noon'], '--clock takes a time'],
  [['--shout'], "Unknown option '--shout'"],
])('%j is refused, with the way to help', async (args, why) => {
  const failed = run(process.execPath, [...flags, ...args])
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(why) })
  await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining('Try --help.') })
})

test('it starts, says where everything is, and stops when told', async () => {
  const child = spawn(process.execPath, [
    ...flags,
    '--port',
    '0',
    '--json',
    '--clock',
    '2026-09-01T09:00:00Z',
  ])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const places = JSON.parse(line.toString()) as Record<'url' | 'accessToken' | 'userId', string>
  const me = await ask(places, 'GET /2/users/me', { token: places.accessToken })
  expect(me.at('data.id')).toBe(places.userId)
  expect((await ask(places, 'GET /truth')).at('now')).toBe('2026-09-01T09:00:00.000Z')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a port that is taken is said to be, and what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  await expect(run(process.execPath, [...flags, '--port', port])).rejects.toMatchObject({
    code: 1,
    stderr: `x-simulator: port ${port} is taken: give another, or --port 0\n`,
  })
  server.close()
})

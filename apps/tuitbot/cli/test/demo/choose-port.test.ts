import { readdirSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { choosePort } from '../../src/demo/choose-port.js'
import { runCli } from '../../src/run-cli.js'
import { tempHome } from '../processes.js'
import { record } from '../small-home.js'
import { takePort } from './take-port.js'

afterEach(() => vi.unstubAllEnvs())

test('a port that is asked for and taken is refused by its number, and is not exchanged for another', async () => {
  await using other = await takePort(0)

  const { code, err, folders } = await demo('--port', String(other.port))

  expect(code).toBe(1)
  expect(err).toContain(`Port ${other.port} is taken by another program\nName another with --port`)
  expect(folders).toEqual([])
})

test('what was asked for and is free is taken; who asked for nothing gets another where the usual is taken', async () => {
  const free = await takePort(0)
  await free[Symbol.asyncDispose]()
  expect(await choosePort(free.port)).toBe(free.port)

  // Somebody else on this machine may have it, which does as well.
  await using _ = await takePort(3001).catch(() => undefined)
  expect(await choosePort(undefined)).toBe(0)
})

test.each([
  ['--port', 'abc', '--port takes a port number, not abc'],
  ['--with', 'be n', '--with must be a name of letters, digits, dots and dashes'],
])('%s %s is refused and leaves no folder behind', async (flag, value, why) => {
  const { code, err, folders } = await demo('--no-page', flag, value)

  expect(code).toBe(2)
  expect(err).toContain(why)
  expect(err).not.toContain('config.toml')
  expect(folders).toEqual([])
})

/** A demo that fails, without a folder of its own, and the folders that it leaves where temporary ones lie. */
async function demo(...args: readonly string[]) {
  using place = tempHome()
  vi.stubEnv('TMPDIR', place.path)
  vi.stubEnv('TEMP', place.path)
  const io = record()
  const code = await runCli(['demo', ...args], io)
  return { code, err: io.said.err, folders: readdirSync(place.path) }
}

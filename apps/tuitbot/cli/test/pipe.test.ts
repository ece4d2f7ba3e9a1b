import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FROM_SOURCE, type Ran } from './processes.js'
import { openSmallHome } from './small-home.js'

test
  .skipIf(process.platform === 'win32')
  .each([[['--help']], [['activity']], [['activity', '--json']]])(
  '%j ends without a word when nobody reads on',
  async (args) => {
    await using home = await openSmallHome()
    await home.command('post', 'Nobody reads this.', '--yes')

    expect(await runUnread(home.path, args)).toEqual({ code: 141, err: '' })
  },
)

test.skipIf(process.platform !== 'linux')(
  'what cannot be written is told in one line',
  async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [...FROM_SOURCE, '--help'], {
      stdio: ['ignore', full, 'pipe'],
    })
    let err = ''
    child.stderr?.on('data', (text) => (err += String(text)))
    const code = await new Promise((resolve) => child.once('close', resolve))
    closeSync(full)

    expect({ code, err }).toEqual({
      code: 1,
      err: 'What there was to say could not be written (ENOSPC)\n',
    })
  },
)

test('an MCP server whose client reads no more ends in order', async () => {
  await using home = await openSmallHome()
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'

  expect(await runUnread(home.path, ['mcp', 'serve'], ping)).toEqual({ code: 0, err: '' })
})

/** As `tuitbot activity | true` runs it. What it is told is the last that it hears, and its input stays open. */
function runUnread(home: string, args: readonly string[], told = ''): Promise<Omit<Ran, 'out'>> {
  const child = spawn(process.execPath, [...FROM_SOURCE, ...args], {
    env: { ...process.env, TUITBOT_HOME: home },
  })
  child.stdout.destroy()
  child.stdin.write(told)
  let err = ''
  child.stderr.on('data', (text) => (err += String(text)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, err })))
}

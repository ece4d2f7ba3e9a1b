import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@tuitbot/core'
import { describe, expect, test, vi } from 'vitest'
import { COMMANDS } from '../src/commands.js'
import { formatCommandHelp, formatHelp } from '../src/help.js'
import { runCli } from '../src/run-cli.js'
import { startDemoWith, tempHome } from './processes.js'
import { record } from './small-home.js'

describe('help', () => {
  test('names every command once, and none that cannot be loaded', async () => {
    const lines = formatHelp().split('\n')

    for (const { name, load } of COMMANDS) {
      expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1)
      expect(await load()).toHaveProperty('run')
    }
  })

  test('of a command names its options', () => {
    const post = COMMANDS.find(({ name }) => name === 'post')
    expect(post && formatCommandHelp(post)).toContain('--reply-to <id>')
  })
})

test('the settings that the README shows are settings', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const toml = /```toml\n([^`]*)```/.exec(readme)?.[1] ?? ''
  const loaded = loadConfig({ env: {}, home: '/nonexistent', readFile: () => toml })

  expect(loaded).toMatchObject({ kind: 'ok', config: { approvals: { firstChanges: 3 } } })
})

describe('a mistake', () => {
  test.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['post'], "missing required argument 'text'"],
    [['approvals', 'show'], "missing required argument 'id'"],
    [['activity', '--nonsense'], "unknown option '--nonsense'"],
    [['resolve'], "missing required argument 'intent'"],
  ])('%j is told in words, with what to do', async (args, words) => {
    const io = record()

    expect(await runCli(args, io)).toBe(2)
    expect(io.said.err).toContain(words)
    expect(io.said.err).toContain('tuitbot --help')
  })

  test('a configuration that cannot be used is told whole, and nothing is started', async () => {
    using home = tempHome()
    const io = record({ TUITBOT_HOME: home.path, TUITBOT_MODE: 'turbo', TUITBOT_SERVER__PORT: 'x' })

    expect(await runCli(['approvals', 'list'], io)).toBe(1)
    expect(io.said.err).toContain('TUITBOT_MODE')
    expect(io.said.err).toContain('TUITBOT_SERVER__PORT')
  })

  test('without an account at X it says how to try Tuitbot without one', async () => {
    using home = tempHome()
    const io = record({ TUITBOT_HOME: home.path })

    expect(await runCli(['approvals', 'list'], io)).toBe(1)
    expect(io.said.err).toContain('tuitbot demo')
  })

  test('is JSON for who asked for JSON', async () => {
    using home = tempHome()
    const io = record({ TUITBOT_HOME: home.path })

    await runCli(['approvals', 'list', '--json'], io)
    expect(JSON.parse(io.said.out)).toHaveProperty('error.message')
  })
})

test(
  'what can be done at the terminal: post, be told, list, edit, reject, pause, resume, undo',
  { timeout: 120_000 },
  async () => {
    using home = tempHome()
    const told = join(home.path, 'told.json')
    const command = `${process.execPath},-e,process.stdin.pipe(fs.createWriteStream('${told}'))`
    const env = { TUITBOT_APPROVALS__COMMAND: command }
    const demo = await startDemoWith(env, home.path, '--no-page')
    const tuitbot = async (...args: string[]) => {
      const io = record({ TUITBOT_HOME: home.path })
      const code = await runCli(args, io)
      return { code, ...io.said }
    }
    try {
      const posted = await tuitbot('post', 'Hello from a terminal.', '--yes')
      expect(posted).toMatchObject({ code: 0, out: expect.stringMatching(/^posted: \d+\n$/) })
      expect(await tuitbot('post', 'Hello from a terminal.', '--yes')).toMatchObject({
        out: expect.stringMatching(/^already posted: \d+\n$/),
      })
      expect(await tuitbot('post', 'Nobody said yes.')).toMatchObject({
        code: 1,
        err: expect.stringContaining('not posted'),
      })

      const first = JSON.parse((await tuitbot('approvals', 'list', '--json')).out)[0]
      await vi.waitFor(() => expect(readFileSync(told, 'utf8')).toContain('"link":"http://'), {
        timeout: 30_000,
      })
      expect(await tuitbot('approvals', 'edit', String(first.id), 'My own words.')).toMatchObject({
        code: 0,
      })
      expect((await tuitbot('approvals', 'show', `#${first.id}`)).out).toContain('My own words.')
      expect(await tuitbot('approvals', 'reject', String(first.id))).toMatchObject({
        out: `#${first.id}  rejected\n`,
      })
      expect(await tuitbot('approvals', 'approve', String(first.id))).toMatchObject({
        code: 1,
        out: `#${first.id}  rejected: this waits no longer\n`,
      })

      await tuitbot('pause', 'lunch')
      expect((await tuitbot('post', 'Not now.', '--yes')).out).toContain(
        'refused: everything is paused: lunch',
      )
      await tuitbot('resume')

      const items = JSON.parse((await tuitbot('activity', '--json')).out)
      const item = items.find(({ text }: { text: string }) => text === 'Hello from a terminal.')
      expect((await tuitbot('undo', item.intent)).out).toBe('deleted\n')
      expect((await tuitbot('activity')).out).toMatch(/undone\s+Hello from a terminal/)
      expect((await tuitbot('doctor')).out).toMatch(/ok {4}audit\s+\d+ entries, unbroken/)
    } finally {
      expect(await demo.stop()).toBe(0)
    }
  },
)

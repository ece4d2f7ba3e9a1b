import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadConfig, VERSION } from '@tuitbot/core'
import { describe, expect, test, vi } from 'vitest'
import { COMMANDS } from '../src/commands.js'
import { formatHelp, helpFor } from '../src/help.js'
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
    expect(helpFor(['post', 'some words'])).toContain('--reply-to <id>')
  })

  test('of the demo says where it keeps everything, once, and not where others do', () => {
    const lines = helpFor(['demo']).split('\n')
    const [home, ...more] = lines.filter((line) => line.includes('--home'))
    expect(home).toContain('a new temporary folder')
    expect(more).toEqual([])
    expect(helpFor(['post'])).toContain('TUITBOT_HOME')
  })

  test('of the demo leaves out the configuration file, since it writes its own', () => {
    expect(helpFor(['demo'])).not.toContain('--config')
    expect(helpFor(['demo'])).toContain('--json')
    expect(helpFor(['post'])).toContain('--config <file>')
  })

  test('of a group names its commands and no others', () => {
    const help = helpFor(['grants'])
    expect(help).toContain('grants revoke <grant>')
    expect(help).not.toContain('approvals list')
  })

  test.each([
    [
      ['--json', 'approvals', 'approve'],
      ['approvals', 'approve'],
    ],
    [
      ['--home', 'folder', 'approvals', 'approve'],
      ['approvals', 'approve'],
    ],
    [
      ['approvals', '--home=folder', 'approve'],
      ['approvals', 'approve'],
    ],
    [['--home', 'approvals', 'grants'], ['grants']],
    [['--json', 'help', 'grants'], ['grants']],
    [['help', 'help'], []],
  ])('of %j is the help of %j', (words, bare) => {
    expect(helpFor(words)).toBe(helpFor(bare))
  })

  test('of nothing that there is names everything', () => {
    expect(helpFor(['constructor'])).toBe(formatHelp())
    expect(helpFor(['--json'])).toBe(formatHelp())
  })
})

test('the command runs from whatever folder it is started in', async () => {
  const bin = fileURLToPath(new URL('../bin/tuitbot.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [bin, '--version'], {
    cwd: tmpdir(),
  })

  expect(stdout).toBe(`${VERSION}\n`)
})

test('the settings that the README shows are settings', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const toml = /```toml\n([^`]*)```/.exec(readme)?.[1] ?? ''
  const loaded = loadConfig({ env: {}, home: '/nonexistent', readFile: () => toml })

  expect(loaded).toMatchObject({ kind: 'ok', config: { approvals: { firstChanges: 3 } } })
})

describe('a mistake', () => {
  test.each([
    [['nonsense'], "unknown command 'nonsense'", 'tuitbot --help'],
    [['post'], "missing required argument 'text'", 'tuitbot post --help'],
    [['approvals', 'show'], "missing required argument 'id'", 'tuitbot approvals show --help'],
    [['approvals', 'shaw'], "unknown command 'shaw'", 'tuitbot approvals --help'],
    [['aprove'], 'Did you mean approvals approve?', 'tuitbot --help'],
    [['revoke'], 'Did you mean grants revoke?', 'tuitbot --help'],
    [['approvals', 'aprove'], 'Did you mean approvals approve?', 'tuitbot approvals --help'],
    [['runs', 'lits'], 'Did you mean runs list?', 'tuitbot runs --help'],
    [['--home', 'folder', 'grants', 'lits'], 'Did you mean grants list?', 'tuitbot grants --help'],
    [['grants', '--home', 'runs', 'lits'], 'Did you mean grants list?', 'tuitbot grants --help'],
    [['--config=x', 'post'], "missing required argument 'text'", 'tuitbot post --help'],
    [['psot'], 'Did you mean post?', 'tuitbot --help'],
    [['aprovals'], 'Did you mean approvals?', 'tuitbot --help'],
    [['activty'], 'Did you mean activity?', 'tuitbot --help'],
    [['assist', ' '], 'the wish is empty', 'tuitbot assist --help'],
    [['activity', '--nonsense'], "unknown option '--nonsense'", 'tuitbot activity --help'],
    [['post', 'two', 'words'], 'in quotes', 'tuitbot post --help'],
    [['resolve'], "missing required argument 'id'", 'tuitbot resolve --help'],
    [['demo', '--config', 'x.toml'], 'it takes no --config', 'tuitbot demo --help'],
    [['--config=x.toml', 'demo'], 'it takes no --config', 'tuitbot demo --help'],
  ])('%j is told in words, with what to do', async (args, words, help) => {
    const io = record()

    expect(await runCli(args, io)).toBe(2)
    expect(io.said.err).toContain(words)
    expect(io.said.err).toContain(help)
  })

  test('a word that is near to no command gets no suggestion', async () => {
    const io = record()

    await runCli(['nonsense'], io)
    expect(io.said.err).toBe(
      "unknown command 'nonsense'\nRun tuitbot --help to see what there is.\n",
    )
  })

  test.each([
    [['--json', 'nonsense'], "unknown command 'nonsense'", 'Run tuitbot --help'],
    [['approvals', 'aprove', '--json'], "unknown command 'aprove'", 'Did you mean approvals'],
    [['post', '--json'], "missing required argument 'text'", 'Run tuitbot post --help'],
    [['post', '--json', 'two', 'words'], 'too many arguments', 'in quotes'],
    [['assist', ' ', '--json'], 'the wish is empty', 'Run tuitbot assist --help'],
  ])('%j is told in JSON', async (args, message, hint) => {
    const io = record()

    expect(await runCli(args, io)).toBe(2)
    expect(io.said.err).toBe('')
    expect(JSON.parse(io.said.out)).toEqual({
      error: { message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
    })
  })

  test.each([
    [['activity', 'more']],
    [['pause', 'lunch', 'time']],
    [['approvals', 'show', '1', '2']],
    [['approvals', 'edit', '1', 'two', 'words']],
  ])('%j has a word too many, and nothing is done', async (args) => {
    const io = record()

    expect(await runCli(args, io)).toBe(2)
    expect(io.said.err).toContain('too many arguments')
  })

  test.each([
    [['--json', 'approvals', 'list']],
    [['approvals', '--json', 'list']],
    [['approvals', 'list', '--json']],
  ])('%j: what every command takes may stand anywhere', async (args) => {
    using home = tempHome()
    const io = record()

    expect(await runCli([...args, '--home', home.path], io)).toBe(1)
    expect(JSON.parse(io.said.out)).toHaveProperty('error.message')
    expect(io.said.err).toBe('')
  })

  test('a configuration that cannot be used is told whole, and nothing is started', async () => {
    using home = tempHome()
    const io = record({ TUITBOT_HOME: home.path, TUITBOT_MODE: 'turbo', TUITBOT_SERVER__PORT: 'x' })

    expect(await runCli(['approvals', 'list'], io)).toBe(1)
    expect(io.said.err).toContain('TUITBOT_MODE')
    expect(io.said.err).toContain('TUITBOT_SERVER__PORT')
  })

  test('without an account at X it says where it looked, and how to try Tuitbot without one', async () => {
    using home = tempHome()
    const io = record({ TUITBOT_HOME: home.path })

    expect(await runCli(['approvals', 'list'], io)).toBe(1)
    expect(io.said.err).toContain(home.path)
    expect(io.said.err).toContain('tuitbot demo')
    expect(io.said.err).toContain('export TUITBOT_HOME=')
  })

  test('a folder that cannot be made is told, with what to do', async () => {
    using home = tempHome()
    const file = join(home.path, 'file')
    writeFileSync(file, '')
    const io = record()

    expect(await runCli(['demo', '--home', join(file, 'deeper')], io)).toBe(1)
    expect(io.said.err).toContain('cannot be made (ENOTDIR)\nName another folder with --home')
  })

  test('a key that is none is told, with where it was read', async () => {
    using home = tempHome()
    const file = join(home.path, 'master.key')
    writeFileSync(file, 'garbage\n', { mode: 0o600 })
    const io = record({ TUITBOT_HOME: home.path })

    expect(await runCli(['doctor'], io)).toBe(1)
    expect(io.said.err).toContain(`It was read from ${file}.`)
  })

  test.skipIf(process.platform === 'win32')(
    'a key that others can read is told with what to do about it, and nothing else',
    async () => {
      using home = tempHome()
      const file = join(home.path, 'master.key')
      writeFileSync(file, 'garbage\n')
      chmodSync(file, 0o644)
      const io = record({ TUITBOT_HOME: home.path })

      expect(await runCli(['doctor'], io)).toBe(1)
      expect(io.said.err).toContain('run chmod 600')
      expect(io.said.err).not.toContain('Put back')
    },
  )

  test('the doctor names the database where it is the database', async () => {
    using home = tempHome()
    writeFileSync(
      join(home.path, 'tuitbot.db'),
      'no database, but a text of some length. '.repeat(9),
    )
    const io = record({ TUITBOT_HOME: home.path, TUITBOT_MASTER_KEY: 'A'.repeat(43) })

    expect(await runCli(['doctor'], io)).toBe(1)
    expect(io.said.out).toMatch(/^ok {4}configuration {2}the defaults: there is no /)
    expect(io.said.out).toMatch(/^MIND {2}database /m)
    expect(io.said.out).not.toContain('login')
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
      expect(posted).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^posted: (\d+) {2}\[tuitbot undo \1\]\n$/),
      })
      expect(await tuitbot('post', 'Hello from a terminal.', '--yes')).toMatchObject({
        out: expect.stringMatching(/^already posted: \d+ /),
      })
      expect(await tuitbot('post', 'Nobody said yes.')).toMatchObject({
        code: 1,
        err: expect.stringContaining('not posted'),
      })
      expect((await tuitbot('undo', 'nonsense')).err).toContain('tuitbot activity shows')

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
        out: `#${first.id}  already rejected; nothing was changed\n`,
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

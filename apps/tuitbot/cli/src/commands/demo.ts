import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { loadConfig } from '@tuitbot/core'
import { type CommandRun, type Options } from '../commands.js'
import { choosePort } from '../demo/choose-port.js'
import { claimHome } from '../demo/claim-home.js'
import { pageFolder } from '../demo/page-folder.js'
import { quote } from '../demo/quote.js'
import { startDemo, type Demo } from '../demo/start-demo.js'
import { makeFolder } from '../make-folder.js'
import { CliError } from '../report-error.js'
import { wrongUsage } from '../wrong-usage.js'

/** What starts this program, from whatever folder. */
const program = fileURLToPath(new URL('../../bin/tuitbot.js', import.meta.url))

export const run: CommandRun = async (_, options, io) => {
  const asked = portOf(options)
  const other = otherOf(options)
  const hasPage = options['page'] !== false
  const port = hasPage ? await choosePort(asked) : 0
  const named = typeof options['home'] === 'string' ? options['home'] : undefined
  // What is printed must hold in whatever folder it is typed.
  const home = resolve(named ?? mkdtempSync(join(tmpdir(), 'tuitbot-demo-')))
  makeFolder(home)
  using _claim = claimHome(home)
  const start = async () =>
    startDemo({
      home,
      port,
      page: hasPage ? pageFolder() : undefined,
      other,
      env: io.env,
      announce: (link) => io.out(`\nA new link to log in: ${link}\n`),
      onNotTold: (message) => io.err(`${sayNotTold(message)}\n`),
      report: (error, id) => io.err(`tuitbot server: ${id} ${inspect(error)}\n`),
    })
  const demo = await start().catch((error: unknown) => {
    // Nobody knows of a new folder yet.
    if (named === undefined) rmSync(home, { recursive: true, force: true })
    throw error instanceof CliError ? error : notStarted(home, error)
  })
  io.out(describe(demo, home))
  await untilTold()
  io.out('\nStopping …\n')
  await demo.close()
  const done = named === undefined ? '; delete that folder when you are done' : ''
  io.out(`Stopped. What happened is kept in ${home}${done}.\n`)
  return 0
}

function portOf({ port }: Options): number | undefined {
  if (port === undefined) return undefined
  const number = Number(port)
  if (Number.isSafeInteger(number) && number >= 0 && number < 65_536) return number
  throw wrongUsage(`--port takes a port number, not ${String(port)}`)
}

/** Judged as the configuration will judge it, before anything is written there. */
function otherOf({ with: name }: Options): string | undefined {
  if (typeof name !== 'string') return undefined
  const text = `people.others = [${JSON.stringify(name)}]`
  const judged = loadConfig({ env: {}, home: '.', readFile: () => text })
  if (judged.kind === 'ok') return name
  throw wrongUsage(`--with ${judged.problems[0]?.message}`)
}

function sayNotTold(message: string): string {
  return `Tuitbot ${message}\n  It tries again; what waits is on your page. tuitbot doctor says how it stands.`
}

function notStarted(home: string, cause: unknown): CliError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new CliError(`The demo cannot start in ${home}: ${why}`, undefined, { cause })
}

function describe({ page, simulator, deciders }: Demo, home: string): string {
  return [
    '',
    'Tuitbot is running in a simulated world. Nothing here is real, and nothing leaves this machine.',
    '',
    ...(page === undefined ? [] : [`  Your page, logged in   ${page}`]),
    `  The simulated X        ${simulator}`,
    `  Everything is kept in  ${home}`,
    ...(deciders === undefined ? [] : [`  Who decides            ${deciders}`]),
    '',
    '  In another terminal:',
    `    ${toSetHome(home)}`,
    '    npx tuitbot approvals list',
    '  For Claude Code, Cursor and other MCP clients, the command of a server:',
    `    node ${quote(program)} mcp serve --home ${quote(home)}`,
    '',
    'Suggestions appear within seconds. Stop with Ctrl-C.',
    '',
  ].join('\n')
}

/** So that every command that we name later works as it stands. */
function toSetHome(home: string): string {
  return process.platform === 'win32'
    ? `$env:TUITBOT_HOME = "${home}"`
    : `export TUITBOT_HOME=${quote(home)}`
}

const IMPATIENT_MS = 2_000

/** Until Ctrl-C. A shell, npm and tsx each pass it on, so only one that comes later is meant to end this at once. */
function untilTold(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const hear = () => {
      first ??= performance.now()
      if (performance.now() - first > IMPATIENT_MS) process.exit(130)
      resolve()
    }
    process.on('SIGINT', hear)
    process.on('SIGTERM', hear)
  })
}

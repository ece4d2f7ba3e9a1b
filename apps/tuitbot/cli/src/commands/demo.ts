import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandRun, type Options } from '../commands.js'
import { startDemo, type Demo } from '../demo/start-demo.js'
import { CliError } from '../report-error.js'

export const run: CommandRun = async (_, options, io) => {
  const home = homeOf(options['home'])
  const demo = await startDemo({
    home,
    port: portOf(options),
    page: options['page'] !== false,
    env: io.env,
    announce: (link) => io.out(`\nA new link to log in: ${link}\n`),
  })
  io.out(describe(demo, home))
  await untilTold()
  io.out('\nStopping …\n')
  await demo.close()
  return 0
}

function homeOf(home: Options[string]): string {
  return typeof home === 'string' ? home : mkdtempSync(join(tmpdir(), 'tuitbot-demo-'))
}

function portOf({ port }: Options): number {
  const number = Number(port ?? 3001)
  if (Number.isSafeInteger(number) && number >= 0 && number < 65_536) return number
  throw new CliError(`--port takes a port number, not ${String(port)}`)
}

function describe({ page, simulator }: Demo, home: string): string {
  return [
    '',
    'Tuitbot is running in a simulated world. Nothing here is real, and nothing leaves this machine.',
    '',
    ...(page === undefined ? [] : [`  Your page, logged in   ${page}`]),
    `  The simulated X        ${simulator}`,
    `  Everything is kept in  ${home}`,
    '',
    '  In another terminal:',
    `    export TUITBOT_HOME=${home}`,
    '    npx tuitbot approvals list',
    '',
    'Suggestions appear within seconds. Stop with Ctrl-C.',
    '',
  ].join('\n')
}

function untilTold(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

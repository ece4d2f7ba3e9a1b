#!/usr/bin/env node
import { COMMANDS } from './commands.js'
import { formatCommandHelp, formatHelp } from './help.js'

const args = process.argv.slice(2)
const isHelp = args.some((word) => word === '--help' || word === '-h')
const command = COMMANDS.find(({ name }) => `${args.join(' ')} `.startsWith(`${name} `))

// Help is there at once: what commands need is loaded only when one runs.
if (args.length === 0 || args[0] === 'help' || (isHelp && !command)) {
  process.stdout.write(formatHelp())
} else if (isHelp && command) {
  process.stdout.write(formatCommandHelp(command))
} else {
  const { runCli } = await import('./run-cli.js')
  process.exitCode = await runCli(args)
}

#!/usr/bin/env node
import { helpFor } from './help.js'
import { readVersion } from './read-version.js'

const args = process.argv.slice(2)
const [first] = args
const isHelp = args.some((word) => word === '--help' || word === '-h')

// Help is there at once: what commands need is loaded only when one runs.
if (first === undefined || first === 'help' || isHelp) {
  process.stdout.write(helpFor(first === 'help' ? args.slice(1) : args))
} else if (first === '--version' || first === '-v') {
  process.stdout.write(`${readVersion()}\n`)
} else {
  const { runCli } = await import('./run-cli.js')
  process.exitCode = await runCli(args)
}

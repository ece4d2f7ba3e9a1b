#!/usr/bin/env node
import { helpFor } from './help.js'
import { readVersion } from './read-version.js'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      if (stream === process.stdout) {
        process.stderr.write(`What there was to say could not be written (${error.code})\n`)
      }
      process.exit(1)
    }
    // Nobody reads on. An MCP server listens for that itself, and ends in order; all else ends as SIGPIPE would end it.
    if (stream.listenerCount('error') === 1) process.exit(141)
  })
}

const args = process.argv.slice(2)
const [first] = args
const isHelp = args.some((word) => word === '--help' || word === '-h')

// Help is there at once: what commands need is loaded only when one runs.
if (first === undefined || first === 'help' || isHelp) {
  process.stdout.write(helpFor(args))
} else if (first === '--version' || first === '-v') {
  process.stdout.write(`${readVersion()}\n`)
} else {
  const { runCli } = await import('./run-cli.js')
  process.exitCode = await runCli(args)
}

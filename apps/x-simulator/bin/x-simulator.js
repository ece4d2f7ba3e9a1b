#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// An installed package is compiled; in the repository, which alone has this file, the sources are run as they are.
const isInRepository = existsSync(new URL('../tsconfig.json', import.meta.url))
if (!isInRepository) {
  await import(new URL('../dist/main.js', import.meta.url).href)
} else {
  const source = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  // Found from here: it may be started from anywhere.
  const tsx = import.meta.resolve('tsx')
  const args = ['--conditions=@armorer/source', '--import', tsx, source, ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// An installed package is compiled; in the repository the sources are run as they are.
const compiled = new URL('../dist/main.js', import.meta.url)
if (existsSync(compiled)) {
  await import(compiled.href)
} else {
  const source = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const args = ['--conditions=@armorer/source', '--import', 'tsx', source, ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

import { spawn } from 'node:child_process'
import { steps } from './steps.js'

export interface CheckResult {
  readonly name: string
  readonly ok: boolean
}

/** Runs every step, whatever the others say, and shows the output of those that fail. */
export async function runChecks(): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const { name, command } of steps) {
    const started = performance.now()
    const { code, output } = await run(command)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code !== 0) console.log(output.trimEnd())
    results.push({ name, ok: code === 0 })
  }
  return results
}

function run([program, ...args]: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(`node_modules/.bin/${program}`, args, {
      shell: process.platform === 'win32',
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

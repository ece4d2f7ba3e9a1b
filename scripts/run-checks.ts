import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { steps, type Step } from './steps.js'

export interface CheckResult {
  readonly name: string
  readonly ok: boolean
}

/** Runs every step, as many at a time as there are cores, whatever the others say, and shows the output of those that fail. */
export async function runChecks(): Promise<CheckResult[]> {
  const begun = new Map<string, Promise<CheckResult>>()
  const waiting = steps.values()
  const lane = async () => {
    for (const step of waiting) {
      const needed = begun.get(step.after ?? '')
      const checking = Promise.resolve(needed).then(() => check(step))
      begun.set(step.name, checking)
      await checking
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return Promise.all(begun.values())
}

async function check({ name, command }: Step): Promise<CheckResult> {
  const started = performance.now()
  const { code, output } = await run(command)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd())
  return { name, ok: code === 0 }
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

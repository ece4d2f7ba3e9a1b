import { spawn } from 'node:child_process'
import { type Notifier } from '../notify.js'
import { messageFor } from './message.js'

export interface CommandOptions {
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly timeoutMs?: number | undefined
}

const TIMEOUT_MS = 10_000

/** Starts a program for every approval, with what waits as JSON on its input. No shell reads any of it. */
export function commandNotifier(options: CommandOptions): Notifier {
  const { command, args = [], timeoutMs = TIMEOUT_MS } = options
  return (approval) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        if (code === 0) resolve()
        else reject(new Error(`${command} ended with ${code ?? signal}`))
      })
      // Whoever does not read its input is told all the same.
      child.stdin.on('error', () => undefined)
      child.stdin.end(`${JSON.stringify(messageFor(approval))}\n`)
    })
}

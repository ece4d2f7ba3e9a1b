import process from 'node:process'
import { type Outlet } from './outbox.js'

/** Stdout for one writer. */
export interface ClaimedStdout {
  readonly output: Outlet
  release(): void
}

/** Takes stdout for the protocol: whatever else the process prints there goes to stderr until it is released. */
export function claimStdout(): ClaimedStdout {
  const { stdout, stderr } = process
  const own = stdout.write
  stdout.write = stderr.write.bind(stderr)
  return {
    output: {
      write: (text) => own.call(stdout, text),
      on: (event, listener) => stdout.on(event, listener),
      once: (event, listener) => stdout.once(event, listener),
    },
    release() {
      stdout.write = own
    },
  }
}

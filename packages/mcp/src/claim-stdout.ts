import { Writable } from 'node:stream'
import process from 'node:process'

/** Stdout for one writer. */
export interface ClaimedStdout {
  readonly output: Writable
  release(): void
}

/** Takes stdout for the protocol: whatever else the process prints there goes to stderr until it is released. */
export function claimStdout(): ClaimedStdout {
  const { stdout, stderr } = process
  const own = stdout.write
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => void own.call(stdout, text, 'utf8', done),
  })
  const onError = (error: Error) => void output.destroy(error)
  stdout.on('error', onError)
  stdout.write = stderr.write.bind(stderr)
  return {
    output,
    release() {
      stdout.write = own
    },
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig, readConfigFile } from '@tuitbot/core'
import { type Options } from './commands.js'
import { quote } from './demo/quote.js'
import { type Io } from './io.js'

/** What is said wherever X does not answer at all. */
const UNREACHED = 'X could not be reached'

/** The same surroundings, and whether it was said there that X could not be reached. */
export function listenForUnreached(io: Io): {
  readonly io: Io
  readonly wasUnreached: () => boolean
} {
  let heard = false
  const listen = (say: (text: string) => void) => (text: string) => {
    heard ||= text.includes(UNREACHED)
    say(text)
  }
  return { io: { ...io, out: listen(io.out), err: listen(io.err) }, wasUnreached: () => heard }
}

/** A simulated X is there while its demo runs: whoever has stopped it should know how to go on. */
export function explainUnreached({ home, config }: Options, io: Io): void {
  const loaded = loadConfig({
    env: io.env,
    home: typeof home === 'string' ? home : undefined,
    path: typeof config === 'string' ? config : undefined,
    readFile: readConfigFile,
  })
  if (loaded.kind === 'invalid' || loaded.config.xApi.baseUrl === undefined) return
  const folder = loaded.place.home
  if (!existsSync(join(folder, 'simulated-x'))) return
  io.err(
    `This X is the simulated one, and its demo is not running. Start it: tuitbot demo --home ${quote(folder)}\n`,
  )
}

import { type Io } from './io.js'
import { type Options } from './commands.js'

/** One answer in two forms: for people, or as JSON for programs. */
export function answer(io: Io, { json }: Options, value: unknown, text: () => string): void {
  io.out(`${json === true ? JSON.stringify(value, undefined, 2) : text()}\n`)
}

import { type Io } from './io.js'
import { type Options } from './commands.js'
import { toJson } from './legible.js'

/** One answer in two forms: for people, or as JSON for programs. */
export function answer(io: Io, { json }: Options, value: unknown, text: () => string): void {
  io.out(`${json === true ? toJson(value, 2) : text()}\n`)
}

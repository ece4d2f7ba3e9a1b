import { type Io } from './io.js'
import { toJson } from './legible.js'

/** Something that the person can put right: what is wrong, and what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly hint: string | undefined

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}

/** Says what went wrong, why, and what to do; never a stack. */
export function reportError(error: unknown, json: boolean, io: Io): number {
  const message = error instanceof Error ? error.message : String(error)
  const hint = error instanceof CliError ? error.hint : undefined
  if (json) io.out(`${toJson({ error: { message, ...(hint !== undefined && { hint }) } })}\n`)
  else io.err(`${message}\n${hint === undefined ? '' : `${hint}\n`}`)
  return 1
}

import { type Logger } from '@armorer/core'
import { toEnvelope, type Envelope, type Reply } from './contract/envelope.js'
import { toWireError } from './contract/to-wire-error.js'
import { type WireError } from './contract/wire-error.js'

interface Around {
  readonly clock: { now(): number }
  readonly logger?: Logger | undefined
}

/** What these are about is not for the one who asked. */
const SAID_IN_THE_LOG: ReadonlySet<string> = new Set(['serialization_error', 'db_error'])

/** Does what a tool does, and puts what comes of it into the envelope. Failures too. */
export async function answering<Data>(
  { clock, logger }: Around,
  work: () => Promise<Reply<Data>>,
): Promise<Envelope<Data>> {
  const began = clock.now()
  const elapsed = () => clock.now() - began
  try {
    return toEnvelope(await work(), elapsed())
  } catch (thrown) {
    return toEnvelope<Data>({ data: null, error: toLoggedError(thrown, logger) }, elapsed())
  }
}

/** The error on the wire; what it says is in the log is put there. */
export function toLoggedError(thrown: unknown, logger: Logger | undefined): WireError {
  const error = toWireError(thrown)
  if (SAID_IN_THE_LOG.has(error.code)) logger?.error('a tool failed', { error: thrown })
  return error
}

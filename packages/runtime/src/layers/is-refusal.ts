import { stoppedBy, toToolError } from '@armorer/core'

const REFUSALS: ReadonlySet<string> = new Set([
  'denied',
  'pending',
  'dry_run',
  'duplicate',
  'in_progress',
])
const REFUSAL_CODES: ReadonlySet<string> = new Set([
  'toolbox.rate_limited',
  'toolbox.overloaded',
  'toolbox.circuit_open',
])

/** Whether a call was turned away by a layer: it says nothing of the service, which was not even asked. */
export function isRefusal(thrown: unknown): boolean {
  const stopped = stoppedBy(thrown)
  return stopped ? REFUSALS.has(stopped.kind) : REFUSAL_CODES.has(toToolError(thrown).code)
}

import { toToolError, stop, stoppedBy } from '@armorer/core'
import { systemClock } from './clock.js'
import { type DerivedContext, type RuntimeToolContext } from './context.js'
import { type Handler } from './handler-service.js'
import { promiseOf } from './service.js'
import { type ToolCompanions } from './tool.js'

/** Nobody waits longer to see what would have been done. */
const PATIENCE_MS = 5_000

/** A call that was only rehearsed shows what it would have done, where its tool can tell. Throws in any case. */
export async function previewOf(
  thrown: unknown,
  input: unknown,
  ctx: DerivedContext,
  { preview }: ToolCompanions,
): Promise<never> {
  const stopped = stoppedBy(thrown)
  if (stopped?.kind !== 'dry_run' || stopped.preview !== undefined || !preview) throw thrown
  const shown = await inTime(
    promiseOf(() => (preview as Handler)(input, ctx as unknown as RuntimeToolContext)),
  )
  if (shown === undefined) throw thrown
  const { code, message, details } = toToolError(thrown)
  throw stop({ kind: 'dry_run', preview: shown }, message, {
    code,
    cause: thrown,
    ...(details && { details }),
  })
}

/** `undefined` where it fails, or takes too long. */
function inTime(work: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = systemClock.after(PATIENCE_MS, () => resolve(undefined))
    const end = (value?: unknown) => {
      timer.cancel()
      resolve(value)
    }
    work.then(end, () => end())
  })
}

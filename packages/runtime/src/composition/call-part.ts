import { createToolError, stop, stoppedBy, toToolError, type ToolError } from '@armorer/core'
import { type CallContext, type DerivedContext, type RuntimeToolContext } from '../context.js'
import { createPartContext } from '../create-context.js'
import { insidesOf } from '../make-runnable.js'
import { type AnyTool, type CallOptions } from '../tool.js'

/** One of several tools that a call is made of. */
export interface Step {
  readonly part: AnyTool
  readonly index: number
  /** Checked already, by the schema of this very part. */
  readonly isChecked: boolean
  readonly labels: readonly string[]
  /** What it is part of, and ends with. */
  readonly within: CallContext
}

/** Calls a tool as one step of another: under its own id and key, with the labels of what it is given. */
export function callStep(value: unknown, step: Step, ctx: RuntimeToolContext): Promise<unknown> {
  const { part, index, within, labels } = step
  const { idempotencyKey } = ctx.facts
  const own = partContext(part, `${ctx.toolCall.id}.${index}`, {
    ...ctx.facts,
    labels,
    // Two steps under one key would pass for one call; and a permit is for the bytes of one.
    idempotencyKey: idempotencyKey === undefined ? undefined : `${idempotencyKey}/${index}`,
    permit: undefined,
    within,
  })
  return followed(own, start(part, value, own, step.isChecked))
}

/** Calls a tool in place of another: the call is the same, under another form. */
export function callInstead(
  part: AnyTool,
  value: unknown,
  ctx: RuntimeToolContext,
  isChecked: boolean,
): Promise<unknown> {
  const own = partContext(part, ctx.toolCall.id, { ...ctx.facts, within: ctx })
  return followed(own, start(part, value, own, isChecked))
}

/** The error of a step, with what was done before it. After a write the whole cannot be said to have failed. */
export function stepError(
  thrown: unknown,
  { part, index }: Pick<Step, 'part' | 'index'>,
  done: readonly AnyTool[],
): ToolError {
  const error = toToolError(thrown, part.definition.identity)
  const stopped = stoppedBy(thrown)
  const written = done.filter(({ effects }) => effects === 'write' || effects === 'idempotent')
  const details = {
    ...error.details,
    step: index,
    tool: part.id,
    ...(written.length > 0 && { written: written.map(({ id }) => id) }),
  }
  const { code, message, retryable, category, retryAfterMs } = error
  if (written.length > 0 && (!stopped || SAYS_UNDONE.has(stopped.kind))) {
    const before = written.map(({ id }) => id).join(', ')
    return stop({ kind: 'unknown' }, `${part.id} was not done, after ${before} was: ${message}`, {
      code,
      details,
      cause: thrown,
    })
  }
  if (stopped) return stop(stopped, message, { code, retryable, details, cause: thrown })
  return createToolError({
    category,
    code,
    message,
    retryable,
    details,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause: thrown,
  })
}

/** Ends that say of a whole that nothing was done, so that it may be called again. */
const SAYS_UNDONE: ReadonlySet<string> = new Set(['cancelled', 'in_progress', 'dry_run'])

const UNTRUSTED = 'untrusted'

/** The labels of whoever has read what this tool gave. */
export function labelsAfter(labels: readonly string[], { definition }: AnyTool): readonly string[] {
  const taints = definition.risk.untrustedOutput && !labels.includes(UNTRUSTED)
  return taints ? [...labels, UNTRUSTED] : labels
}

function partContext(part: AnyTool, id: string, options: CallOptions): DerivedContext {
  // What limits the whole limits it from around.
  const limits = { signal: undefined, deadline: undefined }
  return createPartContext(part.definition, id, { ...options, ...limits })
}

function start(
  part: AnyTool,
  value: unknown,
  ctx: DerivedContext,
  isChecked: boolean,
): Promise<unknown> {
  const { enter, run } = insidesOf(part)
  try {
    return isChecked ? enter(value, ctx) : run(value, ctx)
  } catch (error) {
    return Promise.reject(error)
  }
}

/** What was done before is as good as done. */
function followed(own: DerivedContext, work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => {
      own.release()
      return value
    },
    (thrown: unknown) => {
      own.release()
      const stopped = stoppedBy(thrown)
      if (stopped?.kind === 'duplicate') return stopped.value
      throw thrown
    },
  )
}

import { stop, stoppedBy, type StandardSchema, type Stopped, type ToolError } from '@armorer/core'
import { type DerivedContext, type RuntimeToolContext } from '../context.js'
import { quietly } from '../quietly.js'
import { type Effects } from '../service.js'
import { type AnyTool, type RunnableTool } from '../tool.js'
import { callStep, stepError } from './call-part.js'
import {
  compose,
  type CompositionSpec,
  type JoinedEffects,
  type OutputFrom,
  type ToolTaking,
} from './compose.js'

type OutputsOf<Tools extends readonly AnyTool[]> = {
  -readonly [Index in keyof Tools]: OutputFrom<Tools[Index]>
}

/**
 * Several tools at once on the same input; the outputs in their order. Where all only read, the first that is not done ends the
 * rest. Where one writes, all are waited for, and the strictest of their ends is that of the whole.
 */
export function parallel<
  Name extends string,
  Args,
  Value,
  const Tools extends ReadonlyArray<ToolTaking<Value>>,
>(
  spec: CompositionSpec<Name> & { readonly input: StandardSchema<Args, Value> },
  ...parts: Tools
): RunnableTool<Args, Value, OutputsOf<Tools>, JoinedEffects<Tools[number]['effects']>, Name> {
  const tools: readonly AnyTool[] = parts
  const isReading = tools.every(({ effects }) => isRead(effects))
  return compose({
    spec,
    parts: tools,
    input: spec.input,
    run: (input, ctx) => runAll(tools, input, ctx, isReading),
  })
}

async function runAll(
  parts: readonly AnyTool[],
  input: unknown,
  ctx: RuntimeToolContext,
  endsEarly: boolean,
): Promise<unknown> {
  const scope = ctx.derive()
  const ends = await Promise.all(
    parts.map(async (part, index): Promise<End> => {
      const step = { part, index, isChecked: false, labels: ctx.labels, within: scope }
      const work = callStep(input, step, ctx)
      try {
        return { value: await (endsEarly ? orCancelled(work, scope) : work) }
      } catch (thrown) {
        if (endsEarly) scope.cancel(new DOMException('another part was not done', 'AbortError'))
        return { index, thrown }
      }
    }),
  )
  scope.release()
  const failures = ends.flatMap((end) => ('thrown' in end ? [end] : []))
  if (failures.length === 0) return ends.map((end) => ('value' in end ? end.value : undefined))
  const done = parts.filter((_, index) => !failures.some((failure) => failure.index === index))
  throw strictest(
    failures.map(({ thrown, index }) =>
      stepError(thrown, { part: parts[index] as AnyTool, index }, done),
    ),
  )
}

type End = { readonly value: unknown } | { readonly index: number; readonly thrown: unknown }

/** The work's end, or that of all of them, whichever comes first. */
function orCancelled(work: Promise<unknown>, scope: DerivedContext): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stopListening = scope.onCancel((reason) => {
      reject(stop({ kind: 'cancelled' }, 'another part was not done', { cause: reason }))
      quietly(() => scope.facts.onLate?.(work), scope.logger)
    })
    work.finally(stopListening).then(resolve, reject)
  })
}

/** What may have happened comes first, then the decisions from the strictest on, then what went wrong. */
const STRICTEST_FIRST: ReadonlyArray<Stopped['kind'] | 'failed'> = [
  'unknown',
  'denied',
  'dry_run',
  'pending',
  'in_progress',
  'duplicate',
  'failed',
  'cancelled',
]

function strictest(errors: readonly ToolError[]): ToolError {
  const rank = (error: ToolError) => STRICTEST_FIRST.indexOf(stoppedBy(error)?.kind ?? 'failed')
  const [first, ...rest] = errors.toSorted((one, other) => rank(one) - rank(other))
  const same = first ? rest.filter((error) => rank(error) === rank(first)) : []
  const stopped = first && stoppedBy(first)
  // Whoever is asked is asked everything at once.
  if (first && stopped?.kind === 'pending' && same.length > 0)
    return askedTogether([first, ...same])
  return first as ToolError
}

function askedTogether(errors: readonly ToolError[]): ToolError {
  const pending = errors.flatMap((error) => {
    const stopped = stoppedBy(error)
    return stopped?.kind === 'pending' ? [stopped] : []
  })
  const asks = pending.flatMap((stopped) => stopped.asks)
  const approvalIds = pending.flatMap(({ approvalId }) => approvalId ?? [])
  const [first] = errors
  return stop({ kind: 'pending', asks }, errors.map(({ message }) => message).join('; '), {
    // One result has room for one approval; of several, each is decided on by itself.
    details: { ...first?.details, ...(approvalIds.length > 0 && { approvalIds }) },
    cause: new AggregateError(errors),
  })
}

function isRead(effects: Effects): boolean {
  return effects === 'none' || effects === 'read'
}

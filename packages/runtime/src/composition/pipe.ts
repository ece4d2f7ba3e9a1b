import { joinRisk, type ToolRisk } from '@armorer/core'
import { type RuntimeToolContext } from '../context.js'
import { type Effects } from '../service.js'
import { type AnyTool, type RunnableTool } from '../tool.js'
import { callStep, labelsAfter, stepError } from './call-part.js'
import {
  checkPart,
  compose,
  type ArgsFor,
  type CompositionSpec,
  type InputFor,
  type JoinedEffects,
  type OutputFrom,
  type ToolTaking,
} from './compose.js'
import { checkedOutput } from './described-schema.js'

/**
 * A second time, an earlier step may give something else: so a later step that writes makes the whole a write that must not be
 * repeated, even where it is idempotent by itself.
 */
export type PipedEffects<First extends Effects, Later extends Effects> = [
  Extract<Later, 'idempotent' | 'write'>,
] extends [never]
  ? JoinedEffects<First | Later>
  : 'write'

/**
 * One tool after the other: what one gives the next takes, and checks. What stops a step stops the whole, with the step and what
 * was written before it in the details. Text of strangers marks every step after it.
 */
export function pipe<
  Name extends string,
  First extends AnyTool,
  Last extends ToolTaking<OutputFrom<First>>,
>(spec: CompositionSpec<Name>, first: First, last: Last): Piped<Name, First, Last, Last['effects']>
export function pipe<
  Name extends string,
  First extends AnyTool,
  Second extends ToolTaking<OutputFrom<First>>,
  Last extends ToolTaking<OutputFrom<Second>>,
>(
  spec: CompositionSpec<Name>,
  first: First,
  second: Second,
  last: Last,
): Piped<Name, First, Last, (Second | Last)['effects']>
export function pipe<
  Name extends string,
  First extends AnyTool,
  Second extends ToolTaking<OutputFrom<First>>,
  Third extends ToolTaking<OutputFrom<Second>>,
  Last extends ToolTaking<OutputFrom<Third>>,
>(
  spec: CompositionSpec<Name>,
  first: First,
  second: Second,
  third: Third,
  last: Last,
): Piped<Name, First, Last, (Second | Third | Last)['effects']>
export function pipe(spec: CompositionSpec, first: AnyTool, ...later: readonly AnyTool[]): unknown {
  const parts = [first, ...later]
  for (const part of parts) checkPart(part)
  const last = later.at(-1) ?? first
  return compose({
    spec,
    parts,
    input: first.definition.input,
    ...(last.definition.output && { output: checkedOutput(last.definition.output) }),
    risk: pipedRisk(first, later),
    run: (input, ctx) => runSteps(parts, input, ctx),
  })
}

type Piped<
  Name extends string,
  First extends AnyTool,
  Last extends AnyTool,
  Later extends Effects,
> = RunnableTool<
  ArgsFor<First>,
  InputFor<First>,
  OutputFrom<Last>,
  PipedEffects<First['effects'], Later>,
  Name
>

async function runSteps(
  parts: readonly AnyTool[],
  input: unknown,
  ctx: RuntimeToolContext,
): Promise<unknown> {
  let value = input
  let labels = ctx.labels
  for (const [index, part] of parts.entries()) {
    try {
      value = await callStep(
        value,
        { part, index, isChecked: index === 0, labels, within: ctx },
        ctx,
      )
    } catch (thrown) {
      throw stepError(thrown, { part, index }, parts.slice(0, index))
    }
    labels = labelsAfter(labels, part)
  }
  return value
}

function pipedRisk(first: AnyTool, later: readonly AnyTool[]): ToolRisk {
  const risk = joinRisk(...[first, ...later].map(({ definition }) => definition.risk))
  const writesLater = later.some(({ effects }) => effects === 'idempotent' || effects === 'write')
  return writesLater ? { ...risk, idempotent: false } : risk
}

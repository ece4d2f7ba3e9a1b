import { createToolError, type StandardSchema } from '@armorer/core'
import { type AnyTool, type RunnableTool } from '../tool.js'
import { callInstead } from './call-part.js'
import {
  compose,
  type CompositionSpec,
  type JoinedEffects,
  type OutputFrom,
  type ToolTaking,
} from './compose.js'

type WhenSpec<Name extends string, Args, Value> = CompositionSpec<Name> & {
  readonly input: StandardSchema<Args, Value>
  /** Which of the two it is. */
  readonly test: (input: Value) => boolean
}

/** One tool or the other, by the input; without another, the input itself comes out. It is as risky as both. */
export function when<
  Name extends string,
  Args,
  Value,
  Yes extends ToolTaking<Value>,
  No extends ToolTaking<Value>,
>(
  spec: WhenSpec<Name, Args, Value>,
  yes: Yes,
  no: No,
): RunnableTool<
  Args,
  Value,
  OutputFrom<Yes> | OutputFrom<No>,
  JoinedEffects<(Yes | No)['effects']>,
  Name
>
export function when<Name extends string, Args, Value, Yes extends ToolTaking<Value>>(
  spec: WhenSpec<Name, Args, Value>,
  yes: Yes,
): RunnableTool<Args, Value, OutputFrom<Yes> | Value, Yes['effects'], Name>
export function when(
  spec: WhenSpec<string, unknown, unknown>,
  yes: AnyTool,
  no?: AnyTool,
): unknown {
  return compose({
    spec,
    parts: no ? [yes, no] : [yes],
    input: spec.input,
    run(input, ctx) {
      const branch = decide(spec.test, input) ? yes : no
      return branch ? callInstead(branch, input, ctx, false) : input
    },
  })
}

/** Only a plain yes or no is one: whatever else came past the compiler must not choose. */
function decide(test: (input: unknown) => boolean, input: unknown): boolean {
  const said: unknown = test(input)
  if (typeof said === 'boolean') return said
  throw createToolError({
    category: 'internal',
    code: 'toolbox.invalid_test',
    message: `a test must say true or false, not ${typeof said}`,
  })
}

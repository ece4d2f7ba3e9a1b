import { type StandardSchema } from '@armorer/core'
import { type RuntimeToolContext } from '../context.js'
import { type AnyTool, type RunnableTool } from '../tool.js'
import { callInstead } from './call-part.js'
import { compose, type ArgsFor, type CompositionSpec, type OutputFrom } from './compose.js'
import { checkedOutput } from './described-schema.js'

/** A tool that takes something else and makes of it what the inner one takes, which checks it. */
export function preprocess<Name extends string, Args, Value, Tool extends AnyTool>(
  tool: Tool,
  spec: CompositionSpec<Name> & {
    readonly input: StandardSchema<Args, Value>
    readonly map: (input: Value, ctx: RuntimeToolContext) => Promise<ArgsFor<Tool>> | ArgsFor<Tool>
  },
): RunnableTool<Args, Value, OutputFrom<Tool>, Tool['effects'], Name> {
  const part: AnyTool = tool
  const { output, risk } = part.definition
  return compose({
    spec,
    parts: [part],
    input: spec.input,
    ...(output && { output: checkedOutput(output) }),
    risk,
    run: async (input, ctx) =>
      // The schema has made of it what the mapping takes.
      callInstead(part, await spec.map(input as Value, ctx), ctx, false),
  })
}

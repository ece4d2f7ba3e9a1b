import { type StandardSchema } from '@armorer/core'
import { type RuntimeToolContext } from '../context.js'
import { afterwards } from '../layers/map-output.js'
import { type AnyTool, type RunnableTool } from '../tool.js'
import { callInstead } from './call-part.js'
import {
  compose,
  type ArgsFor,
  type CompositionSpec,
  type InputFor,
  type OutputFrom,
} from './compose.js'

/** A tool that gives something else than the inner one, and says what. After a write a mapping that fails leaves it in doubt. */
export function postprocess<Name extends string, Tool extends AnyTool, Output>(
  tool: Tool,
  spec: CompositionSpec<Name> & {
    readonly map: (output: OutputFrom<Tool>, ctx: RuntimeToolContext) => Promise<Output> | Output
    readonly output?: StandardSchema<NoInfer<Output>>
  },
): RunnableTool<ArgsFor<Tool>, InputFor<Tool>, Output, Tool['effects'], Name> {
  const part: AnyTool = tool
  const { input, risk } = part.definition
  const { preview, reconcile } = part.companions
  return compose({
    spec,
    parts: [part],
    input,
    ...(spec.output && { output: spec.output }),
    risk,
    async run(value, ctx) {
      // What comes out of the inner tool is what its type says.
      const output = (await callInstead(part, value, ctx, true)) as OutputFrom<Tool>
      try {
        return await spec.map(output, ctx)
      } catch (thrown) {
        throw afterwards(thrown, part.effects)
      }
    },
    companions: { ...(preview && { preview }), ...(reconcile && { reconcile }) },
  })
}

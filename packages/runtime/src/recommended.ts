import { retry } from './layers/retry.js'
import { timeout } from './layers/timeout.js'
import { type Effects, type Layer, type Repeatable } from './service.js'
import { type RunnableTool } from './tool.js'

/** A tool with the layers that most want: half a minute, and for what may run twice two more tries. */
export function recommended<Args, Input, Output, E extends Effects, Name extends string>(
  tool: RunnableTool<Args, Input, Output, E, Name>,
): RunnableTool<Args, Input, Output, E, Name> {
  const timed = tool.layer<Output>(timeout(30_000))
  if (tool.effects === 'write') return timed
  // The check above is what the compiler cannot follow through a type parameter.
  const again: Layer<Input, Output, Repeatable> = retry({ times: 2 })
  return timed.layer<Output>(again as unknown as Layer<Input, Output, E>)
}

import { type ToolSchema } from '@armorer/core'

/** A change that can be asked for. Policy, keys and records know it by this name, whatever tool, command or page it came from. */
export interface Operation<
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema = ToolSchema,
> {
  /** Dotted: `post.create`. */
  readonly name: string
  readonly input: In
  readonly output?: Out
}

/** Names a change, with the types of its arguments and of what comes of it. */
export function operation<In extends ToolSchema, Out extends ToolSchema = ToolSchema>(
  said: Operation<In, Out>,
): Operation<In, Out> {
  if (said.name === '' || said.name.length > 200) {
    throw new TypeError('an operation needs a name of 1 to 200 characters')
  }
  return Object.freeze({ ...said })
}

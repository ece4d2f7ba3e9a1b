import { type ToolCall } from '@armorer/runtime'

/** A call as a model would make it; its id is made up where none is given. */
export function createToolCall<const Name extends string, Args>(
  name: Name,
  args: Args,
  id: string = globalThis.crypto.randomUUID(),
): ToolCall<Name, Args> & { readonly id: string } {
  return { id, name, arguments: args }
}

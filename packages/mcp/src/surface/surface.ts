import { type ToolDefinition } from '@armorer/core'
import { type CallToolResult, type Tool } from '@modelcontextprotocol/server'
import { type ListedTool } from './list-tools.js'

/** Whether whoever asks may know of a tool at all. */
export type Visible = (definition: ToolDefinition) => boolean

/** What a call by name comes to. */
export type Resolved =
  | { readonly kind: 'tool'; readonly definition: ToolDefinition; readonly arguments: unknown }
  | { readonly kind: 'answer'; readonly result: CallToolResult }
  | { readonly kind: 'missing' }

/** What a server lists, and what the names in the list stand for. It decides what is shown and never what is allowed. */
export interface Surface {
  list(visible: Visible): readonly Tool[]
  resolve(name: string, given: unknown, visible: Visible): Resolved
}

/** Every tool under its own name. */
export function fullSurface(listed: ReadonlyMap<string, ListedTool>): Surface {
  const entries = [...listed.values()]
  return {
    list: (visible) =>
      entries.filter(({ definition }) => visible(definition)).map(({ tool }) => tool),
    resolve(name, given, visible) {
      const one = listed.get(name)
      if (!one || !visible(one.definition)) return { kind: 'missing' }
      return { kind: 'tool', definition: one.definition, arguments: given }
    },
  }
}

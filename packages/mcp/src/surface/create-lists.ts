import { type Toolbox } from '@armorer/runtime'
import { type Tool } from '@modelcontextprotocol/server'
import { type McpServerOptions } from '../mcp-server-options.js'
import { findSurface } from './find-surface.js'
import { listTools, toOlderTool, type ListedTool } from './list-tools.js'
import { fullSurface, type Surface, type Visible } from './surface.js'

/** The tools of a toolbox as they are listed, which stays as it is. */
export interface Lists {
  readonly listed: ReadonlyMap<string, ListedTool>
  readonly surface: Surface
  /** Every tool, made when it is first asked for. */
  all(): readonly Tool[]
  /** The same for clients from before 2026. */
  older(): readonly Tool[]
}

export function createLists(toolbox: Toolbox, options: McpServerOptions): Lists {
  const { surface: chosen = 'full' } = options
  const listed = listTools(toolbox, options)
  const surface =
    chosen === 'full'
      ? fullSurface(listed)
      : findSurface(listed, toolbox, chosen === 'find' ? [] : chosen.always)
  const all = once(() => surface.list(everything))
  return { listed, surface, all, older: once(() => all().map(toOlderTool)) }
}

export const everything: Visible = () => true

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

import { createToolError } from '../errors.js'
import { isToolDefinition } from '../is-tool-definition.js'
import { type ToolDefinition } from '../tool-definition.js'
import { checkAlias, dropAlias, dropAliasesOf, setAlias } from './aliases.js'
import {
  forgetName,
  nameKey,
  rememberName,
  type RegisterOptions,
  type RegistryState,
} from './registry-state.js'

/** Adds all or nothing: what is refused leaves the state as it was. */
export function addTool(
  state: RegistryState,
  definition: ToolDefinition,
  { aliases = [], override = false }: RegisterOptions,
): void {
  if (!isToolDefinition(definition)) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_definition',
      message: 'what is registered must be a tool definition, as defineTool makes it',
    })
  }
  const { id, identity } = definition
  const key = nameKey(identity)
  if (!override && state.tools.has(id)) throw conflictError(id, 'is registered already')
  if (!override && state.aliases.has(key))
    throw conflictError(id, `has the name of the alias ${key}`)
  // They lead straight to a tool: no circle and no way too long can come of it.
  const names = aliases.map((alias) => checkAlias(state, alias, key, override))

  dropAlias(state, key)
  const versions = state.versions.get(key) ?? []
  state.versions.set(key, [...versions.filter((version) => version.id !== id), definition])
  // Replacing a tool puts it at the end, as registering it anew would.
  state.tools.delete(id)
  state.tools.set(id, definition)
  rememberName(state, identity)
  for (const name of names) setAlias(state, name, key)
}

/** Whether there was such a tool. With its last version go the aliases that lead to it. */
export function removeTool(state: RegistryState, id: string): boolean {
  const definition = state.tools.get(id)
  if (!definition) return false
  const key = nameKey(definition.identity)
  state.tools.delete(id)
  const left = (state.versions.get(key) ?? []).filter((version) => version.id !== id)
  if (left.length > 0) {
    state.versions.set(key, left)
    return true
  }
  state.versions.delete(key)
  forgetName(state, definition.identity)
  dropAliasesOf(state, key)
  return true
}

function conflictError(id: string, problem: string) {
  return createToolError({
    category: 'conflict',
    code: 'toolbox.duplicate_tool',
    message: `tool ${id}: ${problem}; pass override to replace it`,
    details: { tool: id },
  })
}

import { createToolError } from './errors.js'
import {
  createRegistry,
  type RegistryOptions,
  type RegistryView,
  type ToolRegistry,
} from './registry/create-registry.js'

/** One registry of all their tools and aliases. Two different tools of one id are an error: none may shadow the other. */
export function combineRegistries(
  registries: readonly RegistryView[],
  options: RegistryOptions = {},
): ToolRegistry {
  const combined = createRegistry(options)
  for (const tool of registries.flatMap((registry) => registry.list())) {
    if (!combined.has(tool.id)) combined.register(tool)
    else if (combined.get(tool.id) !== tool) {
      throw createToolError({
        category: 'conflict',
        code: 'toolbox.duplicate_tool',
        message: `tool ${tool.id}: two registries hold different tools of this id`,
        details: { tool: tool.id },
      })
    }
  }
  for (const registry of registries) copyAliases(combined, registry)
  return combined
}

function copyAliases(combined: ToolRegistry, registry: RegistryView): void {
  const aliases = registry.aliases()
  const copied = new Set<string>()
  const copy = (alias: string) => {
    const target = aliases.get(alias)
    if (target === undefined || copied.has(alias)) return
    copied.add(alias)
    // What an alias leads to must be there before it.
    copy(target)
    combined.alias(alias, target)
  }
  for (const alias of aliases.keys()) copy(alias)
}

import { formatToolId, type NormalizedIdentity, type ToolIdentity } from '../identity.js'
import { type ToolDefinition } from '../tool-definition.js'

/** `namespace:name`: all versions of a tool together. */
export type NameKey = string

/** What a registry holds. Registries share no state: whoever copies one owns the copy. */
export interface RegistryState {
  /** By full id, in the order of registration. */
  readonly tools: Map<string, ToolDefinition>
  readonly versions: Map<NameKey, ToolDefinition[]>
  /** The namespaces that know a name, be it a tool's or an alias. */
  readonly namespaces: Map<string, Set<string>>
  /** Another name for a tool, or for another alias. */
  readonly aliases: Map<NameKey, NameKey>
  /** The aliases that lead to a name in one step: `aliases`, read backwards. */
  readonly aliasesOf: Map<NameKey, Set<NameKey>>
}

export interface RegisterOptions {
  /** Other names under which the tool can be resolved: a name says no version. */
  readonly aliases?: readonly string[]
  /** Replace a tool of the same id, and reassign aliases. Without it either is an error. */
  readonly override?: boolean
}

export function emptyState(): RegistryState {
  return {
    tools: new Map(),
    versions: new Map(),
    namespaces: new Map(),
    aliases: new Map(),
    aliasesOf: new Map(),
  }
}

export function copyState(state: RegistryState): RegistryState {
  return {
    tools: new Map(state.tools),
    versions: new Map(Array.from(state.versions, ([key, versions]) => [key, [...versions]])),
    namespaces: copySets(state.namespaces),
    aliases: new Map(state.aliases),
    aliasesOf: copySets(state.aliasesOf),
  }
}

export function nameKey({ namespace, name }: ToolIdentity): NameKey {
  return formatToolId({ ...(namespace !== undefined && { namespace }), name })
}

export function rememberName(state: RegistryState, { namespace, name }: NormalizedIdentity): void {
  addTo(state.namespaces, name, namespace)
}

export function forgetName(state: RegistryState, { namespace, name }: NormalizedIdentity): void {
  removeFrom(state.namespaces, name, namespace)
}

export function addTo(sets: Map<string, Set<string>>, key: string, member: string): void {
  const known = sets.get(key)
  if (known) known.add(member)
  else sets.set(key, new Set([member]))
}

/** A set that is empty goes too: names come and go, and what they leave behind would pile up. */
export function removeFrom(sets: Map<string, Set<string>>, key: string, member: string): void {
  const known = sets.get(key)
  if (known?.delete(member) && known.size === 0) sets.delete(key)
}

function copySets(sets: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  return new Map(Array.from(sets, ([key, members]) => [key, new Set(members)]))
}

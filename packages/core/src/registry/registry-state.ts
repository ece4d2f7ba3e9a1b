import { createToolError } from '../errors.js'
import {
  formatToolId,
  parseToolId,
  type NormalizedIdentity,
  type ToolIdentity,
} from '../identity.js'
import { isToolDefinition } from '../is-tool-definition.js'
import { type ToolDefinition } from '../tool-definition.js'

/** `namespace:name`: all versions of a tool together. */
export type NameKey = string

/** What a registry holds. Registries share no state: whoever copies one owns the copy. */
export interface RegistryState {
  /** By full id, in the order of registration. */
  readonly tools: Map<string, ToolDefinition>
  readonly versions: Map<NameKey, ToolDefinition[]>
  /** The namespaces that know a name. */
  readonly namespaces: Map<string, Set<string>>
  /** Another name for a tool, or for another alias. */
  readonly aliases: Map<NameKey, NameKey>
}

export interface RegisterOptions {
  /** Other names under which the tool can be resolved: a name says no version. */
  readonly aliases?: readonly string[]
  /** Replace a tool of the same id, and reassign aliases. Without it either is an error. */
  readonly override?: boolean
}

/** How many aliases may lead from one to the next. */
const MAX_ALIAS_DEPTH = 5

export function emptyState(): RegistryState {
  return { tools: new Map(), versions: new Map(), namespaces: new Map(), aliases: new Map() }
}

export function copyState(state: RegistryState): RegistryState {
  return {
    tools: new Map(state.tools),
    versions: new Map(Array.from(state.versions, ([key, versions]) => [key, [...versions]])),
    namespaces: new Map(Array.from(state.namespaces, ([name, known]) => [name, new Set(known)])),
    aliases: new Map(state.aliases),
  }
}

export function nameKey({ namespace, name }: ToolIdentity): NameKey {
  return formatToolId({ ...(namespace !== undefined && { namespace }), name })
}

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
  const names = aliases.map((alias) => checkAlias(state, alias, key, override))

  state.aliases.delete(key)
  const versions = state.versions.get(key) ?? []
  state.versions.set(key, [...versions.filter((version) => version.id !== id), definition])
  // Replacing a tool puts it at the end, as registering it anew would.
  state.tools.delete(id)
  state.tools.set(id, definition)
  addNamespace(state, identity)
  for (const name of names) state.aliases.set(name, key)
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
  state.namespaces.get(definition.identity.name)?.delete(definition.identity.namespace)
  dropDanglingAliases(state)
  return true
}

export function addAlias(
  state: RegistryState,
  alias: string,
  target: string,
  { override = false }: Pick<RegisterOptions, 'override'>,
): void {
  const identity = parseToolId(target)
  if (identity.version !== undefined)
    throw aliasError(alias, `leads to ${target}, which says a version`)
  const key = nameKey(identity)
  if (!state.versions.has(key) && !state.aliases.has(key)) {
    throw aliasError(alias, `leads to ${key}, which is not registered`)
  }
  state.aliases.set(checkAlias(state, alias, key, override), key)
}

/** The name that an alias stands for in the end, and the aliases on the way. */
export function followAliases(
  aliases: ReadonlyMap<NameKey, NameKey>,
  key: NameKey,
): { readonly key: NameKey; readonly via: readonly NameKey[] } {
  const via: NameKey[] = []
  let at = key
  for (let next = aliases.get(at); next !== undefined; next = aliases.get(at)) {
    via.push(at)
    const way = [...via, next].join(' → ')
    if (via.includes(next)) throw aliasError(key, `leads round in a circle: ${way}`)
    if (via.length > MAX_ALIAS_DEPTH)
      throw aliasError(key, `leads through over ${MAX_ALIAS_DEPTH} names: ${way}`)
    at = next
  }
  return { key: at, via }
}

function checkAlias(
  state: RegistryState,
  alias: string,
  target: NameKey,
  override: boolean,
): NameKey {
  const identity = parseToolId(alias)
  if (identity.version !== undefined) throw aliasError(alias, 'says a version; an alias is a name')
  const name = nameKey(identity)
  if (name === target)
    throw aliasError(name, 'leads round in a circle: it is the name of the tool itself')
  if (state.versions.has(name))
    throw aliasError(name, `is the name of a tool; it cannot stand for ${target}`)
  const current = state.aliases.get(name)
  if (current !== undefined && current !== target && !override) {
    throw aliasError(
      name,
      `stands for ${current} already; it cannot stand for ${target} without override`,
    )
  }
  const trial = new Map(state.aliases).set(name, target)
  // Nothing leads to a new alias; only one that is reassigned can lengthen the way of others.
  const starts = current === undefined ? [name] : trial.keys()
  for (const start of starts) followAliases(trial, start)
  return name
}

function dropDanglingAliases(state: RegistryState): void {
  for (const alias of state.aliases.keys()) {
    if (!state.versions.has(followAliases(state.aliases, alias).key)) state.aliases.delete(alias)
  }
}

function addNamespace(state: RegistryState, { namespace, name }: NormalizedIdentity): void {
  const known = state.namespaces.get(name)
  if (known) known.add(namespace)
  else state.namespaces.set(name, new Set([namespace]))
}

function conflictError(id: string, problem: string) {
  return createToolError({
    category: 'conflict',
    code: 'toolbox.duplicate_tool',
    message: `tool ${id}: ${problem}; pass override to replace it`,
    details: { tool: id },
  })
}

function aliasError(alias: string, problem: string) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_alias',
    message: `alias ${alias}: ${problem}`,
    details: { alias },
  })
}

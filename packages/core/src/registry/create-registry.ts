import { createToolError } from '../errors.js'
import { formatToolId, parseToolId, type ToolIdentity } from '../identity.js'
import { type ToolPredicate } from '../query-predicates.js'
import {
  createSearchIndex,
  type SearchIndex,
  type SearchOptions,
  type SearchResult,
} from '../search/search-index.js'
import { serializeTools, type SerializedToolDefinition } from '../serialization/serialize-tool.js'
import { type ToolDefinition } from '../tool-definition.js'
import { addAlias } from './aliases.js'
import { highestVersion } from './highest-version.js'
import { addTool, removeTool } from './registered-tools.js'
import {
  copyState,
  emptyState,
  nameKey,
  type RegisterOptions,
  type RegistryState,
} from './registry-state.js'
import {
  resolveTool,
  type Resolution,
  type ResolveOptions,
  type VersionSelector,
} from './resolve.js'

export interface RegistryOptions {
  /** Chooses among the versions that fit a name. The highest by semver, or the last registered, where it is left out. */
  readonly versionSelector?: VersionSelector
}

/** A set of tools that can be asked. */
export interface RegistryView {
  readonly size: number
  /** Exactly this tool. It throws where there is none, and where a version would have to be chosen. */
  get(id: string | ToolIdentity): ToolDefinition
  has(id: string | ToolIdentity): boolean
  /** The tool that a name means today: the only way in which a version is chosen, or an alias followed. */
  resolve(wanted: string | ToolIdentity, options?: ResolveOptions): Resolution
  /** In the order of registration. */
  list(predicate?: ToolPredicate): readonly ToolDefinition[]
  /** All tools as JSON, by id. */
  serialize(): readonly SerializedToolDefinition[]
  /** The tools that fit a query, best first; or none. The index grows and shrinks with the registry. */
  search(query: string, options?: SearchOptions): SearchResult
  /** Alias → the name that it stands for. */
  aliases(): ReadonlyMap<string, string>
}

/** A registry that never changes: with and without a tool it is another. */
export interface RegistrySnapshot extends RegistryView {
  with(definition: ToolDefinition, options?: RegisterOptions): RegistrySnapshot
  without(id: string | ToolIdentity): RegistrySnapshot
}

export interface ToolRegistry extends RegistryView {
  register(definition: ToolDefinition, options?: RegisterOptions): void
  /** Whether there was such a tool. */
  unregister(id: string | ToolIdentity): boolean
  /** Another name for a tool, or for another alias. */
  alias(alias: string, target: string, options?: Pick<RegisterOptions, 'override'>): void
  /** As it is now, whatever is registered later. */
  snapshot(): RegistrySnapshot
}

export function createRegistry(options: RegistryOptions = {}): ToolRegistry {
  const state = emptyState()
  const index = lazyIndex(state)
  return {
    ...viewOf(state, index, options),
    get size() {
      return state.tools.size
    },
    register(definition, how = {}) {
      addTool(state, definition, how)
      index.ifMade()?.add(definition)
    },
    unregister(id) {
      index.ifMade()?.remove(toId(id))
      return removeTool(state, toId(id))
    },
    alias: (alias, target, how = {}) => addAlias(state, alias, target, how),
    snapshot: () => snapshotOf(copyState(state), options),
  }
}

function snapshotOf(state: RegistryState, options: RegistryOptions): RegistrySnapshot {
  const changed = (change: (copy: RegistryState) => void) => {
    const copy = copyState(state)
    change(copy)
    return snapshotOf(copy, options)
  }
  return Object.freeze({
    ...viewOf(state, lazyIndex(state), options),
    size: state.tools.size,
    with: (definition: ToolDefinition, how: RegisterOptions = {}) =>
      changed((copy) => addTool(copy, definition, how)),
    without: (id: string | ToolIdentity) => changed((copy) => removeTool(copy, toId(id))),
  })
}

/** Made at the first search: most registries are never searched. */
function lazyIndex(state: RegistryState) {
  let made: SearchIndex | undefined
  return {
    ifMade: () => made,
    get: () => (made ??= createSearchIndex([...state.tools.values()])),
  }
}

function viewOf(
  state: RegistryState,
  index: ReturnType<typeof lazyIndex>,
  { versionSelector = highestVersion }: RegistryOptions,
): Omit<RegistryView, 'size'> {
  return {
    get: (id) => state.tools.get(toId(id)) ?? refuse(state, toId(id)),
    has: (id) => state.tools.has(toId(id)),
    resolve: (wanted, options = {}) => resolveTool(state, wanted, versionSelector, options),
    list: (predicate) => {
      const all = [...state.tools.values()]
      return predicate ? all.filter(predicate) : all
    },
    serialize: () => serializeTools([...state.tools.values()]),
    search: (query, options) => index.get().search(query, options),
    aliases: () => new Map(state.aliases),
  }
}

/** The one spelling of an id, however it was written. */
function toId(id: string | ToolIdentity): string {
  return formatToolId(typeof id === 'string' ? parseToolId(id) : id)
}

function refuse(state: RegistryState, id: string): never {
  const versions = state.versions.get(nameKey(parseToolId(id)))
  const hint = versions
    ? `; there is ${versions.map((tool) => tool.id).join(', ')}: name one, or let resolve() choose`
    : ''
  throw createToolError({
    category: 'not_found',
    code: 'toolbox.not_found',
    message: `no tool is registered as ${id}${hint}`,
    details: { tool: id },
  })
}

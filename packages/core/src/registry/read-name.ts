import { DEFAULT_NAMESPACE, type ToolIdentity } from '../identity.js'
import { parseSemver } from '../semver.js'
import { parseSemverRange, satisfiesRange } from '../semver-range.js'
import { type ToolDefinition } from '../tool-definition.js'
import { followAliases } from './aliases.js'
import { nameKey, type NameKey, type RegistryState } from './registry-state.js'

/** One thing that a name can mean: the tool of one namespace, with the versions of it that fit. */
export interface Reading {
  readonly namespace: string
  /** The tool's own name, once all aliases are followed. */
  readonly key: NameKey
  readonly via: readonly NameKey[]
  readonly versions: readonly ToolDefinition[]
  /** Those of the version asked for. */
  readonly fitting: readonly ToolDefinition[]
  /** Those of them that may be chosen. */
  readonly candidates: readonly ToolDefinition[]
  /** The one whose version was asked for letter by letter. */
  readonly exact: ToolDefinition | undefined
}

/** All that a name can mean, `default` first, then by namespace. A name with a namespace means one thing. */
export function readName(
  state: RegistryState,
  { namespace, name, version }: ToolIdentity,
  allowDeprecated: boolean,
): readonly Reading[] {
  const namespaces = namespace === undefined ? namespacesOf(state, name) : [namespace]
  return namespaces.map((one) => {
    const { key, via } = followAliases(state, nameKey({ namespace: one, name }))
    const versions = state.versions.get(key) ?? []
    return { namespace: one, key, via, versions, ...fit(versions, version, allowDeprecated) }
  })
}

function namespacesOf(state: RegistryState, name: string): readonly string[] {
  const others = [...(state.namespaces.get(name) ?? [])].filter((one) => one !== DEFAULT_NAMESPACE)
  return [DEFAULT_NAMESPACE, ...others.toSorted()]
}

function fit(
  versions: readonly ToolDefinition[],
  version: string | undefined,
  allowDeprecated: boolean,
): Pick<Reading, 'fitting' | 'candidates' | 'exact'> {
  const exact =
    version === undefined ? undefined : versions.find((tool) => tool.identity.version === version)
  if (exact) return { fitting: [exact], candidates: [exact], exact }
  const fitting = version === undefined ? versions : inRange(versions, version)
  const candidates = allowDeprecated
    ? fitting
    : fitting.filter((tool) => !tool.lifecycle?.deprecated)
  return { fitting, candidates, exact }
}

function inRange(tools: readonly ToolDefinition[], version: string): readonly ToolDefinition[] {
  const range = parseSemverRange(version)
  if (!range) return []
  return tools.filter((tool) => {
    const semver = parseSemver(tool.identity.version ?? '')
    return semver !== undefined && satisfiesRange(semver, range)
  })
}

import { DEFAULT_NAMESPACE, parseToolId, type ToolIdentity } from '../identity.js'
import { compareSemver, parseSemver, type Semver } from '../semver.js'
import { parseSemverRange, satisfiesRange } from '../semver-range.js'
import { type ToolDefinition } from '../tool-definition.js'
import { followAliases, nameKey, type NameKey, type RegistryState } from './registry-state.js'
import { type RegistryWarning } from './registry-warning.js'

/** Chooses among the versions that fit; at least one does. */
export type VersionSelector = (candidates: readonly ToolDefinition[]) => ToolDefinition | undefined

export interface ResolveOptions {
  /** Let a deprecated version be chosen. One that is asked for by its exact version always is. */
  readonly allowDeprecated?: boolean
}

export type Resolution =
  | {
      readonly kind: 'found'
      readonly tool: ToolDefinition
      /** The aliases on the way, the one asked for first. */
      readonly via: readonly string[]
      readonly warnings: readonly RegistryWarning[]
    }
  | {
      readonly kind: 'not_found'
      readonly message: string
      readonly warnings: readonly RegistryWarning[]
    }

/** Finds the tool that a name means: namespace, then aliases, then version. */
export function resolveTool(
  state: RegistryState,
  wanted: string | ToolIdentity,
  selectVersion: VersionSelector,
  { allowDeprecated = false }: ResolveOptions,
): Resolution {
  const identity = typeof wanted === 'string' ? withoutDefault(wanted) : wanted
  const { key: asked, warnings } = chooseNamespace(state, identity)
  const { key, via } = followAliases(state.aliases, asked)
  const all = state.versions.get(key) ?? []
  const { version } = identity

  const exact = all.find((tool) => tool.identity.version === version)
  if (exact && version !== undefined) return found(exact, via, warnings)

  const fitting = version === undefined ? all : inRange(all, version)
  const candidates = allowDeprecated
    ? fitting
    : fitting.filter((tool) => !tool.lifecycle?.deprecated)
  const chosen = candidates.length > 0 ? selectVersion(candidates) : undefined
  if (chosen) return found(chosen, via, warnings)
  return {
    kind: 'not_found',
    message: whyNot(key, version, all, fitting),
    warnings: [...warnings, ...fitting.flatMap(lifecycleWarnings)],
  }
}

/** The highest by semver where all versions are semver, else the one registered last. */
export function highestVersion(candidates: readonly ToolDefinition[]): ToolDefinition | undefined {
  const versions = candidates.map((tool) => parseSemver(tool.identity.version ?? ''))
  let best: { tool: ToolDefinition; semver: Semver } | undefined
  for (const [index, tool] of candidates.entries()) {
    const semver = versions[index]
    if (!semver) return candidates.at(-1)
    if (!best || isHigher(semver, best.semver)) best = { tool, semver }
  }
  return best?.tool
}

/** Versions that differ in their build alone have no order of their own; ours must still not hang on who came first. */
function isHigher(a: Semver, b: Semver): boolean {
  const order = compareSemver(a, b)
  return order > 0 || (order === 0 && a.build > b.build)
}

/** A bare name in a string says nothing of the namespace, so that it may be looked for in all of them. */
function withoutDefault(id: string): ToolIdentity {
  const { namespace, ...rest } = parseToolId(id)
  return id.includes(':') ? { namespace, ...rest } : rest
}

function chooseNamespace(
  state: RegistryState,
  { namespace, name }: ToolIdentity,
): { key: NameKey; warnings: RegistryWarning[] } {
  const inDefault = nameKey({ name })
  if (namespace !== undefined) return { key: nameKey({ namespace, name }), warnings: [] }
  const known = [...(state.namespaces.get(name) ?? [])].toSorted()
  const [first] = known
  if (first === undefined || state.aliases.has(inDefault)) return { key: inDefault, warnings: [] }
  const chosen = known.includes(DEFAULT_NAMESPACE) ? DEFAULT_NAMESPACE : first
  const key = nameKey({ namespace: chosen, name })
  return { key, warnings: known.length > 1 ? [ambiguous(state, known, name, key)] : [] }
}

function ambiguous(
  state: RegistryState,
  namespaces: readonly string[],
  name: string,
  chosen: NameKey,
): RegistryWarning {
  const candidates = namespaces.flatMap((namespace) =>
    (state.versions.get(nameKey({ namespace, name })) ?? []).map((tool) => tool.id).toSorted(),
  )
  return {
    kind: 'ambiguous_name',
    message: `${name} is known to ${namespaces.length} namespaces (${namespaces.join(', ')}); ${chosen} was taken: name the namespace`,
    candidates,
  }
}

function inRange(tools: readonly ToolDefinition[], version: string): readonly ToolDefinition[] {
  const range = parseSemverRange(version)
  if (!range) return []
  return tools.filter((tool) => {
    const semver = parseSemver(tool.identity.version ?? '')
    return semver !== undefined && satisfiesRange(semver, range)
  })
}

function found(
  tool: ToolDefinition,
  via: readonly string[],
  warnings: readonly RegistryWarning[],
): Resolution {
  return { kind: 'found', tool, via, warnings: [...warnings, ...lifecycleWarnings(tool)] }
}

function lifecycleWarnings({ id, lifecycle }: ToolDefinition): RegistryWarning[] {
  const { deprecated, since, message, replacedBy } = lifecycle ?? {}
  const why = message === undefined ? '' : `: ${message}`
  const warnings: RegistryWarning[] = []
  if (deprecated) {
    const when = since === undefined ? '' : ` since ${since}`
    warnings.push({ kind: 'deprecated', tool: id, message: `${id} is deprecated${when}${why}` })
  }
  if (replacedBy !== undefined) {
    warnings.push({
      kind: 'replaced',
      tool: id,
      replacedBy,
      message: `${id} is replaced by ${replacedBy}${why}`,
    })
  }
  return warnings
}

function whyNot(
  key: NameKey,
  version: string | undefined,
  all: readonly ToolDefinition[],
  fitting: readonly ToolDefinition[],
): string {
  if (all.length === 0) return `no tool is registered as ${key}`
  if (fitting.length === 0) return `no version of ${key} fits ${version}; there is ${idsOf(all)}`
  return `${idsOf(fitting)}: deprecated; pass allowDeprecated, or ask for the exact version`
}

function idsOf(tools: readonly ToolDefinition[]): string {
  return tools
    .map((tool) => tool.id)
    .toSorted()
    .join(', ')
}

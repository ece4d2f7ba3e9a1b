import { DEFAULT_NAMESPACE, parseToolId, type ToolIdentity } from '../identity.js'
import { type ToolDefinition } from '../tool-definition.js'
import { findSimilarName } from './find-similar-name.js'
import { readName, type Reading } from './read-name.js'
import { type RegistryState } from './registry-state.js'
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

/** Finds the tool that a name means: the first namespace with a version that may be chosen, then the version. */
export function resolveTool(
  state: RegistryState,
  wanted: string | ToolIdentity,
  selectVersion: VersionSelector,
  { allowDeprecated = false }: ResolveOptions,
): Resolution {
  const identity = typeof wanted === 'string' ? withoutDefault(wanted) : wanted
  const readings = readName(state, identity, allowDeprecated)
  const open = readings.filter(({ candidates }) => candidates.length > 0)
  const [chosen] = open
  if (!chosen) {
    const warnings = unique(readings).flatMap(deprecations)
    const message = whyNot(readings, identity.version) ?? unregistered(state, identity, readings)
    return { kind: 'not_found', message, warnings }
  }
  const warnings = [
    ...ambiguityWarnings(open, chosen),
    // Whoever meant the one that is deprecated should hear why it is another now.
    ...unique(readings.slice(0, readings.indexOf(chosen))).flatMap(deprecations),
  ]
  const tool = chosen.exact ?? selectVersion(chosen.candidates)
  if (tool) {
    return {
      kind: 'found',
      tool,
      via: chosen.via,
      warnings: [...warnings, ...lifecycleWarnings(tool)],
    }
  }
  const message = `${idsOf(chosen.candidates)}: the version selector chose none of them`
  return { kind: 'not_found', message, warnings }
}

/** A bare name in a string says nothing of the namespace, so that it may be looked for in all of them. */
function withoutDefault(id: string): ToolIdentity {
  const { namespace, ...rest } = parseToolId(id)
  return id.includes(':') ? { namespace, ...rest } : rest
}

function ambiguityWarnings(open: readonly Reading[], chosen: Reading): RegistryWarning[] {
  const different = unique(open)
  // An alias in the default namespace is how a bare name is settled.
  const settled = chosen.namespace === DEFAULT_NAMESPACE && chosen.via.length > 0
  if (settled || different.length < 2) return []
  const names = different.map(({ key }) => key).join(', ')
  return [
    {
      kind: 'ambiguous_name',
      message: `the name could mean ${names}; ${chosen.key} was taken: name the namespace`,
      candidates: different.flatMap(({ candidates }) =>
        candidates.map((tool) => tool.id).toSorted(),
      ),
    },
  ]
}

/** Two namespaces may know one tool, by its name and by an alias. */
function unique(readings: readonly Reading[]): readonly Reading[] {
  const byKey = new Map<string, Reading>()
  for (const reading of readings) if (!byKey.has(reading.key)) byKey.set(reading.key, reading)
  return [...byKey.values()]
}

function deprecations({ fitting }: Reading): RegistryWarning[] {
  return fitting.flatMap(lifecycleWarnings)
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

function unregistered(
  state: RegistryState,
  { name }: ToolIdentity,
  [first]: readonly Reading[],
): string {
  const similar = findSimilarName(state, name)
  const hint = similar === undefined ? '' : `; did you mean ${similar}?`
  return `no tool is registered as ${first?.key}${hint}`
}

/** `undefined` where no tool has that name at all. */
function whyNot(readings: readonly Reading[], version: string | undefined): string | undefined {
  const known = unique(readings.filter(({ versions }) => versions.length > 0))
  const fitting = known.flatMap((reading) => reading.fitting)
  if (fitting.length > 0)
    return `${idsOf(fitting)}: deprecated; pass allowDeprecated, or ask for the exact version`
  if (known.length === 0) return undefined
  const keys = known.map(({ key }) => key).join(', ')
  const all = known.flatMap(({ versions }) => versions)
  return `no version of ${keys} fits ${version}; there is ${idsOf(all)}`
}

function idsOf(tools: readonly ToolDefinition[]): string {
  return tools
    .map((tool) => tool.id)
    .toSorted()
    .join(', ')
}

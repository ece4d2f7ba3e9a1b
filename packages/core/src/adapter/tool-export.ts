import { toToolError } from '../errors.js'
import { type ToolId } from '../identity.js'
import { type Loss } from '../serialization/loss.js'
import {
  serializeToolDefinition,
  type SerializedToolDefinition,
} from '../serialization/serialize-tool.js'
import { type ToolDefinition } from '../tool-definition.js'
import { type MendPlan } from './mend.js'
import { nameTools, type NamedTool, type NameRule } from './provider-names.js'

/** Tools as a provider takes them, and everything that it was not told. */
export interface ToolExport<Tool> {
  /** A list of its own, for the clients of providers that will not take one that is read-only. */
  readonly tools: Tool[]
  /** What the tools check or say and the provider was not told, or does not enforce. */
  readonly losses: readonly ToolLoss[]
  /** Tools that do not fit at all. The rest works without them. */
  readonly quarantined: readonly QuarantinedTool[]
  /** By the names that the provider knows: what each means here, and how its arguments are read. */
  readonly bindings: Bindings
}

export interface ToolLoss extends Loss {
  readonly tool: ToolId
}

export interface QuarantinedTool {
  readonly tool: ToolId
  readonly reason: string
}

/** One tool under the name that a provider knows. */
export interface ToolBinding {
  readonly tool: ToolId
  readonly name: string
  readonly namespace?: string
  readonly mend?: MendPlan
}

export type Bindings = ReadonlyMap<string, ToolBinding>

/** Tools as they are, as JSON, or whatever can list them: a registry, a toolbox. */
export type ToolSource =
  | ReadonlyArray<ToolDefinition | SerializedToolDefinition>
  | { list(): readonly ToolDefinition[] }

/** What is made of one tool. */
export type CompiledTool<Tool> =
  | {
      readonly kind: 'fits'
      readonly tool: Tool
      readonly losses: readonly Loss[]
      readonly mend?: MendPlan
    }
  | { readonly kind: 'unfit'; readonly reason: string }

export interface ToolFormat<Tool> {
  readonly names: NameRule
  /** The group in which a tool's name must be its own; left out, there is one for all. */
  readonly namespaceOf?: (definition: SerializedToolDefinition) => string | undefined
  readonly compile: (definition: SerializedToolDefinition, name: string) => CompiledTool<Tool>
}

/** Where a binding is kept: no provider has a slash in its names. */
export function bindingKey(name: string, namespace?: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}

/** Compiles every tool on its own, so that one that fails takes no other with it. */
export function exportTools<Tool>(source: ToolSource, format: ToolFormat<Tool>): ToolExport<Tool> {
  const quarantined: QuarantinedTool[] = []
  const tools: Tool[] = []
  const losses: ToolLoss[] = []
  const bindings = new Map<string, ToolBinding>()
  const readable = readSource(source, quarantined)

  for (const { definition, name, namespace } of withNames(readable, format)) {
    const { id } = definition
    const key = bindingKey(name, namespace)
    const compiled = bindings.has(key)
      ? {
          kind: 'unfit' as const,
          reason: `its name ${name} is taken by ${bindings.get(key)?.tool}`,
        }
      : compileSafely(format, definition, name)
    if (compiled.kind === 'unfit') {
      quarantined.push({ tool: id, reason: compiled.reason })
      continue
    }
    tools.push(compiled.tool)
    for (const loss of [...definition.serialization.losses, ...compiled.losses]) {
      losses.push({ tool: id, ...loss })
    }
    bindings.set(key, {
      tool: id,
      name,
      ...(namespace !== undefined && { namespace }),
      ...(compiled.mend && { mend: compiled.mend }),
    })
  }
  return { tools, losses, quarantined, bindings }
}

function readSource(source: ToolSource, quarantined: QuarantinedTool[]) {
  const given = 'list' in source ? source.list() : source
  return given.flatMap((one) => {
    try {
      return 'schemaVersion' in one ? [one] : [serializeToolDefinition(one)]
    } catch (error) {
      quarantined.push({ tool: one.id, reason: toToolError(error).message })
      return []
    }
  })
}

function withNames<Tool>(
  definitions: readonly SerializedToolDefinition[],
  { names, namespaceOf }: ToolFormat<Tool>,
) {
  const groups = new Map<string | undefined, NamedTool[]>()
  for (const definition of definitions) {
    const namespace = namespaceOf?.(definition)
    const members = groups.get(namespace) ?? []
    members.push({ id: definition.id, name: definition.identity.name })
    groups.set(namespace, members)
  }
  const named = new Map(
    [...groups].map(([namespace, members]) => [namespace, nameTools(members, names)]),
  )
  return definitions.map((definition) => {
    const namespace = namespaceOf?.(definition)
    const name = named.get(namespace)?.get(definition.id) ?? definition.identity.name
    return { definition, name, namespace }
  })
}

function compileSafely<Tool>(
  format: ToolFormat<Tool>,
  definition: SerializedToolDefinition,
  name: string,
): CompiledTool<Tool> {
  try {
    return format.compile(definition, name)
  } catch (error) {
    return { kind: 'unfit', reason: toToolError(error).message }
  }
}

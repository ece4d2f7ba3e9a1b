import { isToolError } from './errors.js'
import { type ToolId } from './identity.js'
import { type RegistryView } from './registry/create-registry.js'
import { type ToolRisk } from './risk.js'
import { type JsonSchema } from './schema.js'
import { schemaKeys } from './schema-utilities.js'
import { type Loss } from './serialization/loss.js'
import { serializeToolDefinition } from './serialization/serialize-tool.js'
import { type ToolDefinition } from './tool-definition.js'
import { toolTokens } from './tool-tokens.js'

/** A tool at a glance. */
export interface ToolInspection {
  readonly id: ToolId
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly risk: ToolRisk
  readonly deprecated: boolean
  readonly parameters: readonly ParameterInspection[]
  /** What its JSON Schemas do not say. */
  readonly losses: readonly Loss[]
  /** About what it costs a model to be told of it. */
  readonly tokens: number
  /** Why it cannot be told to anyone: its schema has no JSON Schema. */
  readonly problem?: string
}

export interface ParameterInspection {
  readonly name: string
  /** `string`, `integer[]`, `"a" | "b"`, `object`, `any`. */
  readonly type: string
  readonly required: boolean
  readonly description?: string
}

export interface RegistryInspection {
  readonly tools: readonly ToolInspection[]
  readonly tokens: number
  readonly deprecated: number
  readonly lossy: number
  readonly byEffect: Readonly<Record<ToolRisk['effects'], number>>
}

/** One tool that cannot be described does not hide the others: its inspection says why. */
export function inspectTool(tool: ToolDefinition): ToolInspection {
  return { ...inspectDefinition(tool), ...inspectSchema(tool) }
}

function inspectDefinition(tool: ToolDefinition) {
  return {
    id: tool.id,
    title: tool.title ?? tool.identity.name,
    description: tool.description,
    tags: tool.tags,
    risk: tool.risk,
    deprecated: tool.lifecycle?.deprecated ?? false,
  }
}

function inspectSchema(tool: ToolDefinition) {
  try {
    const { input, serialization } = serializeToolDefinition(tool)
    return {
      parameters: inspectParameters(input),
      losses: serialization.losses,
      tokens: toolTokens(tool),
    }
  } catch (error) {
    if (!isToolError(error)) throw error
    return { parameters: [], losses: [], tokens: 0, problem: error.message }
  }
}

export function inspectRegistry(registry: Pick<RegistryView, 'list'>): RegistryInspection {
  const tools = registry.list().map(inspectTool)
  const count = (fits: (tool: ToolInspection) => boolean) => tools.filter(fits).length
  const having = (effects: ToolRisk['effects']) => count(({ risk }) => risk.effects === effects)
  return {
    tools,
    tokens: tools.reduce((sum, tool) => sum + tool.tokens, 0),
    deprecated: count((tool) => tool.deprecated),
    lossy: count((tool) => tool.losses.length > 0),
    byEffect: {
      none: having('none'),
      read: having('read'),
      write: having('write'),
      unknown: having('unknown'),
    },
  }
}

function inspectParameters(input: JsonSchema): ParameterInspection[] {
  const properties = (input['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (input['required'] ?? []) as readonly string[]
  return schemaKeys(input).map((name) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const description = schema?.['description']
    return {
      name,
      type: schema ? typeOf(schema) : 'any',
      required: required.includes(name),
      ...(typeof description === 'string' && { description }),
    }
  })
}

function typeOf(schema: JsonSchema): string {
  const { enum: choices, const: only, type, items, anyOf } = schema
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(anyOf)) return anyOf.map((option) => typeOf(option as JsonSchema)).join(' | ')
  if (type === 'array')
    return `${typeof items === 'object' ? typeOf(items as JsonSchema) : 'any'}[]`
  if (Array.isArray(type)) return type.join(' | ')
  return typeof type === 'string' ? type : 'any'
}

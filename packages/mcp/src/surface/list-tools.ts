import {
  describeSchema,
  isStandardSchema,
  serializeToolDefinition,
  type JsonObject,
  type JsonSchema,
  type ToolDefinition,
  type ToolSchema,
} from '@armorer/core'
import { nameTools, type NameRule } from '@armorer/core/adapter'
import { type Toolbox } from '@armorer/runtime'
import { type Tool } from '@modelcontextprotocol/server'
import { annotationsOf } from '../annotations-of.js'

/** A tool as it is listed, and what it stands for. */
export interface ListedTool {
  /** Made when it is first read: converting schemas costs more than most calls. */
  readonly tool: Tool
  readonly definition: ToolDefinition
}

/** What a server leaves out. Each of these only ever takes tools away. */
export interface Narrowing {
  /** Leave out all that writes, or may. */
  readonly readOnly?: boolean
  /** Leave out all that is neither of these namespaces nor has one of these tags. */
  readonly toolsets?: readonly string[]
}

/** Under this name a listed tool says in `_meta` what it checks or does and its schemas cannot say. */
export const LOSSES = 'armorer/losses'

/** MCP takes dots and 128 characters; hosts that pass names on to a model take neither. */
const names: NameRule = { maxLength: 64, fits: /^[a-zA-Z0-9_-]+$/ }

/** The tools that may run in this toolbox, by their names on the wire and in the order of these. */
export function listTools(
  toolbox: Toolbox,
  narrowing: Narrowing = {},
): ReadonlyMap<string, ListedTool> {
  const definitions = toolbox.list().filter(({ id }) => toolbox.find(id) !== undefined)
  // Named before anything is left out, so that a tool has one name whatever else is listed.
  const given = nameTools(
    definitions.map(({ id, identity }) => ({ id, name: identity.name })),
    names,
  )
  const listed = definitions
    .filter((definition) => isWithin(definition, narrowing))
    .map((definition) => {
      const name = given.get(definition.id) ?? definition.identity.name
      return [name, toListed(name, definition)] as const
    })
  return new Map(listed.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** What each name on the wire stands for. */
export function listToolNames(
  toolbox: Toolbox,
  narrowing: Narrowing = {},
): ReadonlyMap<string, ToolDefinition> {
  return new Map(
    [...listTools(toolbox, narrowing)].map(([name, { definition }]) => [name, definition]),
  )
}

/** A tool for clients from before 2026, when structured content was an object: they refuse one that says otherwise. */
export function toOlderTool({ outputSchema, ...tool }: Tool): Tool {
  return outputSchema && isOfObjects(outputSchema) ? { ...tool, outputSchema } : tool
}

function isWithin(
  { risk, tags, identity }: ToolDefinition,
  { readOnly = false, toolsets }: Narrowing,
): boolean {
  if (readOnly && risk.effects !== 'none' && risk.effects !== 'read') return false
  return !toolsets || toolsets.some((set) => identity.namespace === set || tags.includes(set))
}

function toListed(name: string, definition: ToolDefinition): ListedTool {
  let made: Tool | undefined
  return {
    definition,
    get tool() {
      return (made ??= toTool(name, definition))
    },
  }
}

function toTool(name: string, definition: ToolDefinition): Tool {
  const { title, description, risk, metadata } = definition
  const { input, output } = describe(definition)
  const { _meta, ...own } = mcpMetadataOf(metadata)
  const losses = [...input.losses, ...(output?.losses ?? [])]
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...asWritten(definition.input, input.schema), type: 'object' },
    ...(output && { outputSchema: { ...asWritten(definition.output, output.schema) } }),
    annotations: { ...(title !== undefined && { title }), ...annotationsOf(risk) },
    ...own,
    ...((_meta || losses.length > 0) && {
      _meta: { ..._meta, ...(losses.length > 0 && { [LOSSES]: losses }) },
    }),
  }
}

/** Not by way of `serializeToolDefinition`: its text in canonical order is a quarter of the cost, and nobody compares these. */
function describe(definition: ToolDefinition) {
  try {
    const input = describeSchema(definition.input, 'input')
    const output = definition.output && describeSchema(definition.output, 'output')
    return { input, output }
  } catch {
    // It fails on the same, and says which tool it is.
    serializeToolDefinition(definition)
    throw new Error(`${definition.id} has failed to describe itself once`)
  }
}

/** MCP takes every JSON Schema, so one that was written as such goes out word for word. */
function asWritten(schema: ToolSchema | undefined, said: JsonSchema): object {
  const chosen = schema === undefined || isStandardSchema(schema) ? said : schema
  return typeof chosen === 'object' ? chosen : {}
}

/** What a tool's metadata says for MCP alone: `{ mcp: { icons, _meta } }`. */
function mcpMetadataOf(metadata: JsonObject | undefined): Pick<Tool, 'icons' | '_meta'> {
  const said = metadata?.['mcp']
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return {}
  const { icons, _meta } = said as Record<string, unknown>
  return {
    // The SDK checks both before they are sent.
    ...(Array.isArray(icons) && { icons: icons as Tool['icons'] }),
    ...(typeof _meta === 'object' && _meta !== null && { _meta: _meta as Tool['_meta'] }),
  }
}

function isOfObjects(schema: object): boolean {
  return Reflect.get(schema, 'type') === 'object'
}

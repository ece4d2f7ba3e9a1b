import { serializeToolDefinition, type JsonSchema, type ToolDefinition } from '@armorer/core'
import { nameTools, type NameRule } from '@armorer/core/adapter'
import { type Toolbox } from '@armorer/runtime'
import { type Tool } from '@modelcontextprotocol/server'
import { annotationsOf } from './annotations-of.js'

/** A tool as it is listed, and what it stands for. */
export interface ListedTool {
  readonly tool: Tool
  readonly definition: ToolDefinition
}

/** MCP takes dots and 128 characters; hosts that pass names on to a model take neither. */
const names: NameRule = { maxLength: 64, fits: /^[a-zA-Z0-9_-]+$/ }

/** The tools that may run in this toolbox, by their names on the wire and in the order of these. */
export function listTools(toolbox: Toolbox): ReadonlyMap<string, ListedTool> {
  const definitions = toolbox.list().filter(({ id }) => toolbox.find(id) !== undefined)
  const given = nameTools(
    definitions.map(({ id, identity }) => ({ id, name: identity.name })),
    names,
  )
  const listed = definitions.map((definition) => {
    const name = given.get(definition.id) ?? definition.identity.name
    return [name, { tool: toTool(name, definition), definition }] as const
  })
  return new Map(listed.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function toTool(name: string, definition: ToolDefinition): Tool {
  const { title, description, input, output, risk } = serializeToolDefinition(definition)
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...input, type: 'object' },
    ...(output && isOfObjects(output) && { outputSchema: { ...output } }),
    annotations: { ...(title !== undefined && { title }), ...annotationsOf(risk) },
  }
}

/** Until 2026 structured content was an object, and clients of that time refuse a tool that says otherwise. */
function isOfObjects(schema: JsonSchema): boolean {
  return typeof schema === 'object' && Reflect.get(schema, 'type') === 'object'
}

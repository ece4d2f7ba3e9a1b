import { formatToolId } from './identity.js'
import { isPlainObject } from './json.js'
import { isToolRisk } from './risk.js'
import { isStandardSchema } from './schema.js'
import { isTag } from './tag-utilities.js'
import { type ToolDefinition } from './tool-definition.js'

/** Whether a value is a tool as data. What merely looks like one, or carries one within, is not. */
export function isToolDefinition(value: unknown): value is ToolDefinition {
  if (!isPlainObject(value)) return false
  const { id, identity, description, input, risk, tags } = value
  return (
    typeof description === 'string' &&
    isToolRisk(risk) &&
    Array.isArray(tags) &&
    tags.every(isTag) &&
    (isStandardSchema(input) || isPlainObject(input)) &&
    isPlainObject(identity) &&
    idOf(identity) === id
  )
}

function idOf({ namespace, name, version }: Record<string, unknown>): string | undefined {
  if (typeof namespace !== 'string' || typeof name !== 'string') return undefined
  if (version !== undefined && typeof version !== 'string') return undefined
  try {
    return formatToolId({ namespace, name, ...(version !== undefined && { version }) })
  } catch {
    return undefined
  }
}

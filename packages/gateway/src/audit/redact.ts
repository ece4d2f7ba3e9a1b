import { toJsonSchema, type JsonValue, type ToolSchema } from '@armorer/core'
import { fieldSchemas, itemSchemas, withImplied, type SchemaNode } from './schema-parts.js'

/** The keyword of a JSON Schema that marks what is not to be shown: in zod `.meta({ [REDACT]: true })`. */
export const REDACT = 'x-armorer-redact'

/** What stands where something is not shown. */
export const REDACTED = '[redacted]'

/** Hides in a value what its schema marks. Where the schema leaves open which part of it applies, any mark counts; what cannot be described is hidden whole. */
export function redact(schema: ToolSchema, value: JsonValue): JsonValue {
  let shown = value
  for (const root of describe(schema)) shown = root ? hide(root, [root], shown) : REDACTED
  return shown
}

/** Whether a schema marks anything. */
export function marksAnything(schema: ToolSchema): boolean {
  return describe(schema).some((root) => !root || hasMark(root))
}

/** As what goes in and as what comes out: a conversion may keep its mark on one side only. */
function describe(schema: ToolSchema): Array<SchemaNode | undefined> {
  return (['input', 'output'] as const).map((direction) => {
    try {
      return toJsonSchema(schema, direction)
    } catch {
      return undefined
    }
  })
}

function hide(root: SchemaNode, schemas: readonly unknown[], value: JsonValue): JsonValue {
  const parts = withImplied(root, schemas)
  if (!parts || parts.some((part) => isMark(part[REDACT]))) return REDACTED
  if (isList(value)) return value.map((item, index) => hide(root, itemSchemas(parts, index), item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, hide(root, fieldSchemas(parts, key), field)]),
  )
}

function hasMark(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(
    ([key, inner]) => (key === REDACT && isMark(inner)) || hasMark(inner),
  )
}

function isMark(value: unknown): boolean {
  return value !== undefined && value !== false
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

import { type JsonObject, type JsonSchema, type JsonValue, type Loss } from '@armorer/core'
import {
  compileSchema as compileIn,
  isPlainPattern,
  type Dialect,
  type MendPlan,
  type RenderedNode,
} from '@armorer/core/adapter'

export interface CompiledParameters {
  /** Absent where there is nothing to send. */
  readonly parameters?: JsonObject
  readonly losses: readonly Loss[]
  readonly mend?: MendPlan
}

/** The parameters of a function in the subset of OpenAPI that Gemini takes: references written out, circles sent as text. */
export function compileSchema(schema: JsonSchema): CompiledParameters {
  const { schema: parameters, losses, mend } = compileIn(schema, openApi)
  const isEmpty = Object.keys(parameters['properties'] ?? {}).length === 0
  return { ...(!isEmpty && { parameters }), losses, ...(mend && { mend }) }
}

/** Counts are 64-bit integers in its protocol, and such are text in JSON. */
const COUNTS: Readonly<Partial<Record<RenderedNode['kind'], ReadonlySet<string>>>> = {
  string: new Set(['minLength', 'maxLength']),
  list: new Set(['minItems', 'maxItems']),
  object: new Set(['minProperties', 'maxProperties']),
}

const openApi: Dialect = {
  provider: 'Gemini',
  absent: 'omit',
  references: 'inlined',
  emptyObjects: false,
  maxDepth: 20,
  rule(keyword, value, kind) {
    if (keyword === 'title') return { title: value }
    if (kind !== 'json' && COUNTS[kind]?.has(keyword)) return { [keyword]: JSON.stringify(value) }
    if (kind === 'string') {
      const isKnown =
        (keyword === 'pattern' && isPlainPattern(value)) ||
        (keyword === 'format' && value === 'date-time')
      return isKnown ? { [keyword]: value } : undefined
    }
    const isBound = keyword === 'minimum' || keyword === 'maximum'
    return (kind === 'number' || kind === 'integer') && isBound ? { [keyword]: value } : undefined
  },
  choice(values) {
    const isListable = values.every((value) => typeof value === 'string' && value !== '')
    return isListable ? { type: 'STRING', format: 'enum', enum: values } : undefined
  },
  render,
}

function render(node: RenderedNode): JsonObject {
  const said: Record<string, JsonValue> = {
    ...(node.description !== undefined && { description: node.description }),
    ...(node.nullable && { nullable: true }),
    ...node.rules,
  }
  switch (node.kind) {
    case 'object': {
      const names = node.fields.map(({ name }) => name)
      const required = node.fields.filter((field) => field.required).map(({ name }) => name)
      return {
        type: 'OBJECT',
        ...said,
        properties: Object.fromEntries(node.fields.map(({ name, schema }) => [name, schema])),
        ...(required.length > 0 && { required }),
        propertyOrdering: names,
      }
    }
    case 'list':
      return { type: 'ARRAY', ...said, items: node.items }
    case 'union':
      return { ...said, anyOf: node.options }
    case 'choice':
      return { ...said, ...node.choice }
    // Written out before it comes here.
    case 'reference':
      return said
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { type: node.kind.toUpperCase(), ...said }
  }
}

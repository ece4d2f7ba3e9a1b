import {
  createToolError,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type Loss,
} from '@armorer/core'
import {
  compileSchema as compileIn,
  isPlainPattern,
  keepSchema,
  type Dialect,
  type MendPlan,
  type RenderedNode,
} from '@armorer/core/adapter'

export interface CompiledParameters {
  readonly parameters: JsonObject
  readonly losses: readonly Loss[]
  readonly mend?: MendPlan
}

/** The parameters of a function: in strict mode, where OpenAI enforces a subset of JSON Schema, or as they are. */
export function compileSchema(schema: JsonSchema, strict: boolean): CompiledParameters {
  if (!strict) {
    const { schema: parameters, mend } = keepSchema(schema)
    return { parameters, losses: [], ...(mend && { mend }) }
  }
  const { schema: root, definitions, losses, mend } = compileIn(schema, strictMode)
  const parameters =
    definitions.size > 0 ? { ...root, $defs: Object.fromEntries(definitions) } : root
  checkLimits(parameters)
  return { parameters, losses, ...(mend && { mend }) }
}

const FORMATS = new Set<JsonValue>([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
])

const NUMBER_RULES = new Set([
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
])

const strictMode: Dialect = {
  provider: 'OpenAI in strict mode',
  absent: 'null',
  references: 'kept',
  emptyObjects: true,
  // Ten levels, of which the mark of an absent field takes one.
  maxDepth: 9,
  rule(keyword, value, kind) {
    if (kind === 'string') {
      const isKnown =
        (keyword === 'pattern' && isPlainPattern(value)) ||
        (keyword === 'format' && FORMATS.has(value))
      return isKnown ? { [keyword]: value } : undefined
    }
    if (kind === 'number' || kind === 'integer') {
      return NUMBER_RULES.has(keyword) ? { [keyword]: value } : undefined
    }
    // Every object is closed anyway.
    if (kind === 'object') return keyword === 'additionalProperties' ? {} : undefined
    const isListRule = keyword === 'minItems' || keyword === 'maxItems'
    return kind === 'list' && isListRule ? { [keyword]: value } : undefined
  },
  choice: (values) => ({ type: typesOf(values), enum: values }),
  render,
}

function render(node: RenderedNode): JsonObject {
  const { nullable, rules } = node
  const said = node.description === undefined ? {} : { description: node.description }
  const type = (name: string) => ({ type: nullable ? [name, 'null'] : name })
  switch (node.kind) {
    case 'object':
      return {
        ...type('object'),
        ...said,
        properties: Object.fromEntries(node.fields.map(({ name, schema }) => [name, schema])),
        required: node.fields.map(({ name }) => name),
        additionalProperties: false,
      }
    case 'list':
      return { ...type('array'), ...said, ...rules, items: node.items }
    case 'union':
      return { ...said, anyOf: nullable ? [...node.options, { type: 'null' }] : node.options }
    case 'choice':
      return { ...said, ...(nullable ? withNull(node.choice) : node.choice) }
    case 'reference': {
      const reference = { $ref: `#/$defs/${node.to}` }
      if (nullable) return { ...said, anyOf: [reference, { type: 'null' }] }
      // A reference may have nothing beside it.
      return node.description === undefined ? reference : { ...said, anyOf: [reference] }
    }
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { ...(node.kind === 'null' ? { type: 'null' } : type(node.kind)), ...said, ...rules }
  }
}

function withNull(choice: JsonObject): JsonObject {
  const { type = [], enum: values = [] } = choice
  return {
    type: [...(Array.isArray(type) ? type : [type]), 'null'],
    enum: [...(Array.isArray(values) ? values : []), null],
  }
}

function typesOf(values: readonly JsonValue[]): JsonValue {
  const types = [...new Set(values.map((value) => typeof value))]
  return types.length === 1 ? (types[0] ?? 'string') : types
}

const MAX_PROPERTIES = 5_000
const MAX_CHOICES = 1_000
const MAX_TEXT = 120_000

/** Of a schema beyond these OpenAI refuses the whole request. */
function checkLimits(parameters: JsonObject): void {
  const count = { properties: 0, choices: 0, text: 0 }
  const walk = (node: JsonValue): void => {
    if (Array.isArray(node)) for (const inner of node) walk(inner as JsonValue)
    else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node as JsonObject)) {
        if (key === 'properties') {
          const fieldNames = Object.keys(value as JsonObject)
          count.properties += fieldNames.length
          count.text += fieldNames.join('').length
        }
        if (key === 'enum' && Array.isArray(value)) {
          count.choices += value.length
          count.text += value.join('').length
        }
        walk(value)
      }
    }
  }
  walk(parameters)
  if (count.properties > MAX_PROPERTIES) throw tooLarge('fields', count.properties, MAX_PROPERTIES)
  if (count.choices > MAX_CHOICES) throw tooLarge('enumerated values', count.choices, MAX_CHOICES)
  if (count.text > MAX_TEXT) throw tooLarge('characters in names and values', count.text, MAX_TEXT)
}

function tooLarge(what: string, found: number, most: number) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.schema_too_large',
    message: `its schema has ${found} ${what}; strict mode takes ${most}`,
  })
}

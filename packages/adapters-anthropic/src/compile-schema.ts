import { type JsonSchema, type JsonValue, type Loss } from '@armorer/core'
import { keepSchema, type MendPlan } from '@armorer/core/adapter'
import { FIELD_NAME } from './names.js'
import { type CustomTool } from './wire.js'

export interface CompiledInput {
  readonly schema: CustomTool['input_schema']
  readonly losses: readonly Loss[]
  readonly mend?: MendPlan
}

/** The input of a tool: Anthropic takes JSON Schema as it is, definitions and all, but for names of fields. */
export function compileSchema(schema: JsonSchema): CompiledInput {
  const { schema: kept, mend } = keepSchema(schema)
  if (hasOddField(kept)) return asText(schema)
  return { schema: { ...kept, type: 'object' }, losses: [], ...(mend && { mend }) }
}

function asText(schema: JsonSchema): CompiledInput {
  return {
    schema: {
      type: 'object',
      properties: {
        input: {
          type: 'string',
          description: `JSON text of an object that fits ${JSON.stringify(schema)}`,
        },
      },
      required: ['input'],
    },
    losses: [
      {
        path: 'input',
        feature: 'properties',
        reason: 'Anthropic does not take the name of a field, so all of it is sent as JSON text',
      },
    ],
    mend: {
      root: { kind: 'unwrap', field: 'input', mend: { kind: 'json' } },
      definitions: new Map(),
    },
  }
}

function hasOddField(node: JsonValue): boolean {
  if (Array.isArray(node)) return (node as readonly JsonValue[]).some(hasOddField)
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node as JsonSchema).some(([key, value]) => {
    if (key !== 'properties') return hasOddField(value)
    const fields = Object.entries(value as JsonSchema)
    return fields.some(([name, inner]) => !FIELD_NAME.test(name) || hasOddField(inner))
  })
}

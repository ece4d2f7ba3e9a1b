import {
  describeSchema,
  type JsonSchema,
  type SchemaResult,
  type StandardSchema,
  type ToolSchema,
} from '@armorer/core'

export interface Described {
  /** By whose JSON Schema it is described. */
  readonly like: ToolSchema
  readonly direction: 'input' | 'output'
  readonly change?: (schema: JsonSchema) => JsonSchema
  readonly validate: (value: unknown) => SchemaResult<unknown> | Promise<SchemaResult<unknown>>
}

/** A schema that is described like another and checks in its own way. What the other's JSON Schema does not say, this one's does not say either. */
export function describedSchema({ like, direction, change, validate }: Described): StandardSchema {
  const describe = () => {
    const { schema } = describeSchema(like, direction)
    return change ? change(schema) : schema
  }
  return Object.freeze({
    '~standard': Object.freeze({
      version: 1,
      // Worked out when someone serializes it: a schema that cannot be described still runs.
      get vendor() {
        return describeSchema(like, direction).losses.length > 0 ? 'composed' : 'armorer'
      },
      validate,
      jsonSchema: Object.freeze({ input: describe, output: describe }),
    }),
  })
}

/** The schema of what was checked already. */
export function checkedOutput(like: ToolSchema): StandardSchema {
  return describedSchema({ like, direction: 'output', validate: (value) => ({ value }) })
}

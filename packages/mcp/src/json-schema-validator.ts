import { type JsonSchema } from '@armorer/core'
import { type JsonSchemaValidator } from '@armorer/runtime'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'

/** Checks plain JSON Schemas of every dialect that MCP allows, by the SDK's own validator. It fetches nothing. */
export function createJsonSchemaValidator(): JsonSchemaValidator {
  const engine = new AjvJsonSchemaValidator()
  return (schema) => {
    const check = compile(engine, schema)
    return (value) => {
      const checked = check(value)
      if (checked.valid) return { value: checked.data }
      return { issues: [{ message: checked.errorMessage }] }
    }
  }
}

function compile(engine: AjvJsonSchemaValidator, schema: JsonSchema) {
  // The engine's type knows objects only; `true` and `false` are schemas too.
  if (typeof schema !== 'boolean') return engine.getValidator({ ...schema })
  return engine.getValidator(schema ? {} : { not: {} })
}

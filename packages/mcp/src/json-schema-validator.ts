import { type JsonSchema } from '@armorer/core'
import { type JsonSchemaValidator } from '@armorer/runtime'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { createTimeLimit } from './time-limit.js'

export interface JsonSchemaValidatorOptions {
  /** How long patterns may take to tell whether a value fits. A second unless given. */
  readonly patternMs?: number
}

/**
 * Checks plain JSON Schemas of every dialect that MCP allows, by the SDK's own validator. It fetches nothing, and refuses a value that
 * keeps a pattern busy for too long: whoever wrote the schema may have meant it to.
 */
export function createJsonSchemaValidator({
  patternMs = 1_000,
}: JsonSchemaValidatorOptions = {}): JsonSchemaValidator {
  const engine = new AjvJsonSchemaValidator()
  let limit: ReturnType<typeof createTimeLimit> | undefined
  return (schema) => {
    const check = compile(engine, schema)
    if (!holdsPattern(schema)) return (value) => toResult(check(value))
    const inTime = (limit ??= createTimeLimit(patternMs))
    return (value) => {
      const checked = inTime(() => check(value))
      return checked.kind === 'done' ? toResult(checked.value) : TOO_LONG
    }
  }
}

const TOO_LONG = { issues: [{ message: 'a pattern takes too long to tell whether this fits it' }] }

function toResult(checked: ReturnType<ReturnType<typeof compile>>) {
  if (checked.valid) return { value: checked.data }
  return { issues: [{ message: checked.errorMessage }] }
}

function compile(engine: AjvJsonSchemaValidator, schema: JsonSchema) {
  // The engine's type knows objects only; `true` and `false` are schemas too.
  if (typeof schema !== 'boolean') return engine.getValidator({ ...schema })
  return engine.getValidator(schema ? {} : { not: {} })
}

function holdsPattern(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(
    ([key, value]) =>
      (key === 'pattern' && typeof value === 'string') ||
      key === 'patternProperties' ||
      holdsPattern(value),
  )
}

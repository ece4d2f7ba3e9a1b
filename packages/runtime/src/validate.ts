import {
  createToolError,
  isStandardSchema,
  toJsonSchema,
  type JsonObject,
  type JsonSchema,
  type SchemaIssue,
  type SchemaResult,
  type ToolDefinition,
  type ToolError,
  type ToolSchema,
} from '@armorer/core'

/** Checks a value against one schema. */
export type Validate = (value: unknown) => SchemaResult<unknown> | Promise<SchemaResult<unknown>>

/** Makes a checker of a plain JSON Schema; libraries like ajv do. */
export type JsonSchemaValidator = (schema: JsonSchema) => Validate

/** `undefined` for a plain JSON Schema without anyone to check it. */
export function validatorOf(
  schema: ToolSchema,
  jsonSchemaValidator: JsonSchemaValidator | undefined,
): Validate | undefined {
  if (isStandardSchema(schema)) {
    const standard = schema['~standard']
    return (value) => standard.validate(value)
  }
  // Checked to be one when the tool was defined.
  return jsonSchemaValidator?.(schema as JsonSchema)
}

/** Arguments as a model writes them: JSON text, and where there is nothing to say often none. */
export function readArguments(
  definition: ToolDefinition,
  text: string,
): { readonly value: unknown } | { readonly error: ToolError } {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    // Only text that can spell the key is looked through for it.
    if (!/__proto__|\\u/.test(text) || !findPollution(value, true)) return { value }
    return {
      error: invalidInput(definition, [{ message: 'must not hold the key __proto__' }], text),
    }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'not JSON'
    return { error: invalidInput(definition, [{ message }], text, cause) }
  }
}

/** A key that `JSON.parse` makes and no honest caller needs: at the top, or anywhere below. */
export function findPollution(value: unknown, below = false): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.hasOwn(value, '__proto__')) return true
  return below && Object.values(value).some((inner) => findPollution(inner, true))
}

/** What a validator says at once. Anything else it may still say later. */
export function isResult(said: unknown): said is SchemaResult<unknown> {
  return typeof said === 'object' && said !== null && ('value' in said || 'issues' in said)
}

/** What a validator says later, whatever kind of promise it says it by. One that says neither yes nor no has not said yes. */
export async function resultOf(said: unknown): Promise<SchemaResult<unknown>> {
  const later: unknown = await said
  if (isResult(later)) return later
  throw createToolError({
    category: 'internal',
    code: 'toolbox.invalid_validator',
    message: 'a schema gave neither a value nor issues',
  })
}

/** Says what is wrong in a form from which a model can correct itself: what it sent, each issue, and the schema. */
export function invalidInput(
  definition: ToolDefinition,
  issues: readonly SchemaIssue[],
  raw: string | undefined,
  cause?: unknown,
): ToolError {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_input',
    message: clip(`${definition.id}: ${issues.map(describeIssue).join('; ')}`),
    details: {
      issues: issues.map(toJsonIssue),
      ...(raw !== undefined && { raw: clip(raw) }),
      schema: schemaFor(definition),
    },
    cause,
  })
}

export function invalidOutput(
  definition: ToolDefinition,
  issues: readonly SchemaIssue[],
): ToolError {
  return createToolError({
    category: 'internal',
    code: 'toolbox.invalid_output',
    message: clip(
      `${definition.id} returned what its output schema refuses: ${issues.map(describeIssue).join('; ')}`,
    ),
    details: { issues: issues.map(toJsonIssue) },
  })
}

const MAX_RAW = 2_000
const MAX_ISSUES_SHOWN = 20

function describeIssue({ message, path }: SchemaIssue): string {
  return path && path.length > 0 ? `${pathOf(path)}: ${message}` : message
}

function toJsonIssue({ message, path }: SchemaIssue): JsonObject {
  return { message: clip(message), ...(path && path.length > 0 && { path: clip(pathOf(path)) }) }
}

function pathOf(path: NonNullable<SchemaIssue['path']>): string {
  return path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
}

function schemaFor({ input }: ToolDefinition): JsonSchema {
  try {
    return toJsonSchema(input, 'input')
  } catch {
    // A schema that cannot be described has been reported where it was serialized.
    return {}
  }
}

function clip(text: string): string {
  return text.length > MAX_RAW ? `${text.slice(0, MAX_RAW)}…` : text
}

export function firstIssues(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  return issues.slice(0, MAX_ISSUES_SHOWN)
}

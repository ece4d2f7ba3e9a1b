import { type JsonObject, type JsonValue } from './json.js'

/** JSON Schema draft 2020-12, as a plain object. */
export interface JsonSchema extends JsonObject {}

/**
 * A schema of any library that speaks Standard Schema and Standard JSON Schema: zod 4 and arktype as they are,
 * valibot through `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export interface StandardSchema<Args = unknown, Value = Args> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Value> | Promise<SchemaResult<Value>>
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>
    }
    readonly types?: { readonly input: Args; readonly output: Value } | undefined
  }
}

export interface JsonSchemaOptions {
  readonly target: 'draft-2020-12'
  /** What a library understands beyond the standard. */
  readonly libraryOptions?: Record<string, unknown> | undefined
}

export type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

export interface SchemaIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** A JSON Schema as it comes from anywhere: whether it is one is checked when a tool is defined with it. */
export interface PlainSchema {
  readonly '~standard'?: never
  readonly [keyword: string]: unknown
}

/** Whatever a tool may say of its input or output. */
export type ToolSchema<Args = unknown, Value = Args> = StandardSchema<Args, Value> | PlainSchema

/** Whether a schema is read as what goes in, or as what comes out. */
export type SchemaDirection = 'input' | 'output'

/** What a caller passes. Of a plain schema no more is known than that it is an object. */
export type ArgsOf<Schema> = Schema extends {
  readonly '~standard': { readonly types?: infer Types }
}
  ? NonNullable<Types> extends { readonly input: infer Args }
    ? Args
    : unknown
  : { readonly [key: string]: JsonValue }

/** What validation makes of it. */
export type ValueOf<Schema> = Schema extends {
  readonly '~standard': { readonly types?: infer Types }
}
  ? NonNullable<Types> extends { readonly output: infer Value }
    ? Value
    : unknown
  : { readonly [key: string]: JsonValue }

/** What comes out of a tool; of a plain schema, or none, nothing is known. */
export type OutputOf<Schema> = Schema extends { readonly '~standard': object }
  ? ValueOf<Schema>
  : unknown

/** A schema that validates by itself; the rest is a plain JSON Schema, which needs a validator. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  return standardOf(schema) !== undefined && typeof standardOf(schema)?.['jsonSchema'] === 'object'
}

/** A Standard Schema that cannot say what it accepts: no model could be told how to call the tool. */
export function isMuteSchema(schema: unknown): boolean {
  return standardOf(schema) !== undefined && !isStandardSchema(schema)
}

/** Functions too: arktype's schemas are callable. */
function standardOf(schema: unknown): Record<string, unknown> | undefined {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null)
    return undefined
  const standard: unknown = Reflect.get(schema, '~standard')
  if (typeof standard !== 'object' || standard === null) return undefined
  const props = standard as Record<string, unknown>
  return props['version'] === 1 && typeof props['validate'] === 'function' ? props : undefined
}

/** The input of a tool that takes nothing. */
export const noInput: StandardSchema<Record<string, never>> = Object.freeze({
  '~standard': Object.freeze({
    version: 1,
    vendor: 'armorer',
    validate: (value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return { issues: [{ message: 'expected an object' }] }
      }
      const [key] = Object.keys(value)
      if (key === undefined) return { value: {} }
      return { issues: [{ message: 'takes no input', path: [key] }] }
    },
    jsonSchema: Object.freeze({
      input: () => ({ type: 'object', properties: {}, additionalProperties: false }),
      output: () => ({ type: 'object', properties: {}, additionalProperties: false }),
    }),
  }),
})

import { type JsonSchema, type SchemaIssue, type StandardSchema } from '@armorer/core'

/** A field of an input without nesting: all that this package's own tools need, without a schema library. */
export type FlatField = { readonly description: string; readonly optional?: boolean } & (
  | { readonly type: 'string'; readonly maxLength: number }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
)

/** The value of an input with these fields. */
export type FlatValue<Fields extends Readonly<Record<string, FlatField>>> = {
  readonly [
    Key in keyof Fields as Fields[Key] extends { readonly optional: true } ? never : Key
  ]: TypeOf<Fields[Key]>
} & {
  readonly [Key in keyof Fields as Fields[Key] extends { readonly optional: true } ? Key : never]?:
    | TypeOf<Fields[Key]>
    | undefined
}

type TypeOf<Field> = Field extends { readonly type: 'integer' } ? number : string

export function flatSchema<const Fields extends Readonly<Record<string, FlatField>>>(
  fields: Fields,
): StandardSchema<FlatValue<Fields>> {
  const schema = toSchema(fields)
  return Object.freeze({
    '~standard': Object.freeze({
      version: 1,
      vendor: 'armorer',
      validate: (value: unknown) => {
        const issues = findIssues(fields, value)
        // Without issues it is what the fields say.
        return issues.length > 0 ? { issues } : { value: { ...(value as FlatValue<Fields>) } }
      },
      jsonSchema: Object.freeze({ input: () => schema, output: () => schema }),
    }),
  })
}

function toSchema(fields: Readonly<Record<string, FlatField>>): JsonSchema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, { optional, ...field }]) => [key, field])),
    required: entries.flatMap(([key, { optional }]) => (optional ? [] : [key])),
    additionalProperties: false,
  }
}

function findIssues(fields: Readonly<Record<string, FlatField>>, value: unknown): SchemaIssue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ message: 'expected an object' }]
  }
  const strangers = Object.keys(value).filter((key) => !Object.hasOwn(fields, key))
  return [
    ...strangers.map((key) => ({ message: 'is not known', path: [key] })),
    ...Object.entries(fields).flatMap(([key, field]) => {
      const message = problemWith(field, Reflect.get(value, key))
      return message === undefined ? [] : [{ message, path: [key] }]
    }),
  ]
}

function problemWith(field: FlatField, value: unknown): string | undefined {
  if (value === undefined) return field.optional ? undefined : 'is missing'
  if (field.type === 'string') {
    if (typeof value !== 'string') return 'expected text'
    return value.length > field.maxLength ? `at most ${field.maxLength} characters` : undefined
  }
  const fits = Number.isInteger(value) && inRange(field, Number(value))
  return fits ? undefined : `expected a whole number from ${field.minimum} to ${field.maximum}`
}

function inRange(
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  value: number,
): boolean {
  return value >= minimum && value <= maximum
}

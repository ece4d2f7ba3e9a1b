import { isSecret, type Secret } from './secret.js'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** The same data with names as code has them, and read only. */
export type Camelized<Value> = Value extends Secret
  ? Value
  : Value extends ReadonlyArray<infer Item>
    ? readonly Item[]
    : Value extends object
      ? {
          readonly [Key in keyof Value as Key extends string ? CamelCase<Key> : never]: Camelized<
            Value[Key]
          >
        }
      : Value

/** `max_replies_per_day` → `maxRepliesPerDay`, in every section. */
export function toCamelCase<Value extends object>(value: Value): Camelized<Value> {
  // The type says of each name what the function does to it.
  return renamed(value, (name) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ) as Camelized<Value>
}

/** The way back. Names of days begin with a capital letter and stay as they are. */
export function toSnakeCase(value: object): Record<string, unknown> {
  // An object is renamed to an object.
  return renamed(value, (name) =>
    name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ) as Record<string, unknown>
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (isSecret(value) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze([...(value as readonly unknown[])])
  const entries = Object.entries(value).map(([name, inner]) => [
    rename(name),
    renamed(inner, rename),
  ])
  return Object.freeze(Object.fromEntries(entries))
}

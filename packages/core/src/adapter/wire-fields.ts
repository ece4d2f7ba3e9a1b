import { isPlainObject, type JsonObject, type JsonValue } from '../json.js'

/** What an object of the wire says beyond some of its fields: those are blanked with a mark, so that their places stay known. */
export function blankFields(object: JsonObject, marks: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      Object.hasOwn(marks, key) ? (marks[key] ?? null) : value,
    ]),
  )
}

/** The rest as it is kept: nothing where it is what the format writes anyway. */
export function keptRest(
  object: JsonObject,
  marks: JsonObject,
  usual: string,
): { readonly rest?: JsonObject } {
  const rest = blankFields(object, marks)
  return JSON.stringify(rest) === usual ? {} : { rest }
}

/** Puts fields back into their places. One that had no place comes last; one that is `undefined` is left as the rest has it. */
export function fillRest(
  rest: JsonObject,
  fields: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const given = new Map(Object.entries(fields))
  const placed = Object.entries(rest).map(([key, value]) => [key, given.get(key) ?? value])
  const added = [...given].filter(
    ([key, value]) => value !== undefined && !Object.hasOwn(rest, key),
  )
  return Object.fromEntries([...placed, ...added]) as JsonObject
}

/** A field of what came over the wire; `undefined` where there is no such field of its own. */
export function readField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}

export function readText(value: unknown, key: string): string | undefined {
  const field = readField(value, key)
  return typeof field === 'string' ? field : undefined
}

export function readList(value: unknown, key: string): readonly unknown[] {
  const field = readField(value, key)
  return Array.isArray(field) ? field : []
}

/** A count of tokens: a whole number from 0 on, whatever the provider sent. */
export function readCount(value: unknown, key: string): number | undefined {
  const field = readField(value, key)
  return typeof field === 'number' && Number.isSafeInteger(field) && field >= 0 ? field : undefined
}

/** What `JSON.parse` made of an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isPlainObject(value)
}

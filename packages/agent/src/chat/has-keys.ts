import { type JsonObject } from '@armorer/core'

/** Whether an object has these keys, in this order, and no more. */
export function hasKeys(object: JsonObject, keys: readonly string[]): boolean {
  const own = Object.keys(object)
  return own.length === keys.length && own.every((key, index) => key === keys[index])
}

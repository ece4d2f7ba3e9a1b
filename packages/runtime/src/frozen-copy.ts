/** A copy that nobody can change, and about how much room it takes. */
export interface FrozenCopy<Value> {
  readonly value: Value
  readonly bytes: number
}

const MAX_DEPTH = 500

/** `undefined` for what is more than data: an instance of a class, a function, or what leads back to itself. */
export function frozenCopy<Value>(value: Value): FrozenCopy<Value> | undefined {
  const size = { bytes: 0 }
  try {
    return { value: copy(value, 0, size) as Value, bytes: size.bytes }
  } catch {
    return undefined
  }
}

function copy(value: unknown, depth: number, size: { bytes: number }): unknown {
  size.bytes += 8
  if (typeof value === 'string') size.bytes += value.length * 2
  if (typeof value === 'function' || typeof value === 'symbol') throw new NotData()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) throw new NotData()
  if (Array.isArray(value)) {
    return Object.freeze(Array.from(value, (inner) => copy(inner, depth + 1, size)))
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new NotData()
  const entries = Object.entries(value).map(([key, inner]) => {
    size.bytes += key.length * 2
    return [key, copy(inner, depth + 1, size)] as const
  })
  // `fromEntries` defines keys instead of assigning them, so that `__proto__` stays a key.
  return Object.freeze(Object.fromEntries(entries))
}

class NotData extends Error {
  override readonly name = 'NotData'
}

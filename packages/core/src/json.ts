/** A value that JSON can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Where a value is, from the root down: keys of objects and indices of arrays. */
export type Path = ReadonlyArray<string | number>

/** The deepest nesting taken: beyond it lies a cycle or an attack, and the end of the call stack. */
export const MAX_DEPTH = 500

/** What JSON cannot say about a value, and where; `undefined` where there is nothing of the kind. */
export function findUnjson(value: unknown): { path: Path; reason: string } | undefined {
  return isJson(value, 0) ? undefined : findBelow(value, [], new Set())
}

/** `metadata.owners[0]["full name"]`: a path as a reader would write it. */
export function formatPath(root: string, path: Path): string {
  let text = root
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else if (/^[A-Za-z_$][\w$]*$/.test(part)) text += `.${part}`
    else text += `[${JSON.stringify(part)}]`
  }
  return text
}

/** Only what a literal or `JSON.parse` makes; a `Date`, a `Map` or an instance of a class is more than JSON can say. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || isForeignObjectPrototype(prototype)
}

/** A lone half of a surrogate pair: no UTF-8 exists for it, so two such strings could share one hash. */
export function hasLoneSurrogate(text: string): boolean {
  return isWellFormed ? !isWellFormed.call(text) : /\p{Surrogate}/u.test(text)
}

/** Newer than the language level we compile for, and many times faster than the expression. */
const isWellFormed: (() => boolean) | undefined = Reflect.get(String.prototype, 'isWellFormed')

/** A frozen copy that shares nothing with its original. The caller has made sure that it is JSON. */
export function freezeJson<Value>(value: Value): Value {
  if (Array.isArray(value)) return Object.freeze(value.map(freezeJson)) as Value
  if (typeof value !== 'object' || value === null) return value
  // `fromEntries` defines keys instead of assigning them, so that `__proto__` stays a key.
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, freezeJson(inner)])),
  ) as Value
}

/** Freezes a value that nobody else holds, and everything in it. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) freezeDeep(inner)
  return Object.freeze(value)
}

/** The same as a yes or no, since nearly everything is JSON: no path is kept, and what leads back to itself is too deep. */
function isJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
      return !hasLoneSurrogate(value)
    case 'number':
      return Number.isFinite(value)
    case 'boolean':
      return true
    case 'object':
      break
    default:
      return false
  }
  if (value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) {
    for (const inner of value as readonly unknown[]) if (!isJson(inner, depth + 1)) return false
    return true
  }
  if (!isPlainObject(value)) return false
  for (const key of Object.keys(value)) {
    if (hasLoneSurrogate(key) || !isJson(value[key], depth + 1)) return false
  }
  return true
}

function findBelow(
  value: unknown,
  path: Path,
  above: Set<unknown>,
): { path: Path; reason: string } | undefined {
  const reason = reasonAgainst(value, above)
  if (reason !== undefined) return { path, reason }
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length >= MAX_DEPTH)
    return { path: path.slice(0, 3), reason: `nests over ${MAX_DEPTH} levels` }

  above.add(value)
  const entries: Array<[string | number, unknown]> = Array.isArray(value)
    ? Array.from(value, (inner: unknown, index) => [index, inner])
    : Object.entries(value)
  for (const [key, inner] of entries) {
    if (typeof key === 'string' && hasLoneSurrogate(key)) {
      return { path, reason: 'has a key with a lone surrogate' }
    }
    const problem = findBelow(inner, [...path, key], above)
    if (problem) return problem
  }
  above.delete(value)
  return undefined
}

function reasonAgainst(value: unknown, above: ReadonlySet<unknown>): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return undefined
    case 'string':
      return hasLoneSurrogate(value) ? 'is a string with a lone surrogate' : undefined
    case 'number':
      return Number.isFinite(value) ? undefined : `is ${value}`
    case 'object':
      if (value === null) return undefined
      if (above.has(value)) return 'leads back to itself'
      return Array.isArray(value) || isPlainObject(value) ? undefined : `is a ${nameOf(value)}`
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      return `is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}`
  }
}

function nameOf(value: object): string {
  const maker: unknown = Reflect.get(value, 'constructor')
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'class instance'
}

/** `Object.prototype` of another realm: an iframe, a worker, a `node:vm` context. */
function isForeignObjectPrototype(prototype: unknown): boolean {
  return (
    typeof prototype === 'object' &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'isPrototypeOf')
  )
}

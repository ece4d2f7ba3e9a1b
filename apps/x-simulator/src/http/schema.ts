import { invalidRequest, plainProblem } from './problem.js'

/** Reads a JSON value into what a handler needs, or throws X's refusal of it. */
export type Schema<Value> = (value: unknown, path: string) => Value

export interface Optional<Value> {
  readonly optional: Schema<Value>
}

type Shape = Readonly<Record<string, Schema<unknown> | Optional<unknown>>>

export type ObjectOf<Fields extends Shape> = {
  [Name in keyof Fields]: Fields[Name] extends Schema<infer Value>
    ? Value
    : Fields[Name] extends Optional<infer Value>
      ? Value | undefined
      : never
}

export function optional<Value>(schema: Schema<Value>): Optional<Value> {
  return { optional: schema }
}

export function text({ min = 0, max = Infinity, pattern = /^/ } = {}): Schema<string> {
  return (value, path) => {
    if (typeof value !== 'string') throw wrong(path, `${kindOf(value)} found, string expected`)
    if (/\p{Surrogate}/u.test(value)) throw wrong(path, 'is not well-formed text')
    if (value.length < min) throw wrong(path, `must be at least ${min} characters long`)
    if (value.length > max) throw wrong(path, `must be at most ${max} characters long`)
    if (!pattern.test(value))
      throw wrong(path, `does not match the regex pattern ${pattern.source}`)
    return value
  }
}

export const id = text({ pattern: /^[0-9]{1,19}$/ })

export function boolean(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw wrong(path, `${kindOf(value)} found, boolean expected`)
  return value
}

export function integer(min: number, max: number): Schema<number> {
  return (value, path) => {
    if (!Number.isInteger(value)) throw wrong(path, `${kindOf(value)} found, integer expected`)
    if (Number(value) < min) throw wrong(path, `must have a minimum value of ${min}`)
    if (Number(value) > max) throw wrong(path, `must have a maximum value of ${max}`)
    return Number(value)
  }
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Schema<Value> {
  return (value, path) => {
    const found = values.find((one) => one === value)
    if (found === undefined) {
      throw wrong(path, `does not have a value in the enumeration [${values.join(', ')}]`)
    }
    return found
  }
}

export function array<Item>(item: Schema<Item>, min = 0, max = Infinity): Schema<Item[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrong(path, `${kindOf(value)} found, array expected`)
    if (value.length < min)
      throw wrong(path, `there must be a minimum of ${min} items in the array`)
    if (value.length > max)
      throw wrong(path, `there must be a maximum of ${max} items in the array`)
    return value.map((one, index) => item(one, `${path}[${index}]`))
  }
}

/** An object of these fields; others are refused, unless it is `open`. */
export function object<Fields extends Shape>(
  fields: Fields,
  { open = false } = {},
): Schema<ObjectOf<Fields>> {
  return (value, path) => {
    if (!isObject(value)) throw wrong(path, `${kindOf(value)} found, object expected`)
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined && !open) {
      throw wrong(
        `${path}.${unknown}`,
        'is not defined in the schema and the schema does not allow additional properties',
      )
    }
    const read: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      const given = value[name]
      if (given !== undefined) {
        const schema = typeof field === 'function' ? field : field.optional
        read[name] = schema(given, `${path}.${name}`)
      } else if (typeof field === 'function')
        throw wrong(`${path}.${name}`, 'is missing but it is required')
    }
    // Every field of the shape has been read by its own schema just above.
    return read as ObjectOf<Fields>
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a body of JSON text. */
export function readJson<Value>(schema: Schema<Value>, body: Buffer): Value {
  return schema(parseJson(body), '$')
}

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw plainProblem(400, 'The request body is not valid JSON.')
  }
}

function wrong(path: string, message: string) {
  const name = path.replace(/^\$\.?/, '') || 'body'
  return invalidRequest({ parameters: { [name]: [] }, message: `${path}: ${message}` })
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

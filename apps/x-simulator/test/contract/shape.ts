/**
 * A shape says what a JSON value may be: the name of a kind, `@Name` for a shape of the table, or
 * an object that says more. What an object shape does not name must not be there.
 */
export type Shape =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'anything'
  | `@${string}`
  | { readonly text: string }
  | { readonly one: readonly (string | number)[] }
  | { readonly each: Shape; readonly least?: number; readonly most?: number }
  | { readonly either: readonly Shape[] }
  | { readonly has: Readonly<Record<string, Shape>>; readonly must?: readonly string[] }

export interface Operation {
  readonly status: number
  readonly answer: Shape
  readonly callers: readonly ('app' | 'user')[]
  readonly scopes: readonly string[]
  /** Query parameters; with their bounds, where they have any. */
  readonly query: Readonly<Record<string, true | readonly [number, number]>>
}

export interface ShapeTable {
  readonly contract: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly shapes: Readonly<Record<string, Shape>>
}

/** Everything about a value that is not as its shape says; empty where it fits. */
export function findMisfits(table: ShapeTable, shape: Shape, value: unknown, path = '$'): string[] {
  if (typeof shape === 'string') {
    if (!shape.startsWith('@')) return isKind(shape, value) ? [] : [`${path} is not ${shape}`]
    const named = table.shapes[shape.slice(1)]
    return named ? findMisfits(table, named, value, path) : [`${path}: no shape ${shape}`]
  }
  if ('text' in shape) {
    const fits = typeof value === 'string' && new RegExp(shape.text).test(value)
    return fits ? [] : [`${path} is not like ${shape.text}`]
  }
  if ('one' in shape) {
    return shape.one.some((one) => one === value)
      ? []
      : [`${path} is not one of ${shape.one.join(', ')}`]
  }
  if ('each' in shape) {
    if (!Array.isArray(value)) return [`${path} is not an array`]
    if (value.length < (shape.least ?? 0) || value.length > (shape.most ?? Infinity)) {
      return [`${path} has ${value.length} items`]
    }
    return value.flatMap((item, index) => findMisfits(table, shape.each, item, `${path}[${index}]`))
  }
  if ('either' in shape) {
    const tries = shape.either.map((one) => findMisfits(table, one, value, path))
    return tries.some((misfits) => misfits.length === 0) ? [] : (tries.at(0) ?? [])
  }
  return findObjectMisfits(table, shape, { value, path })
}

function findObjectMisfits(
  table: ShapeTable,
  shape: Extract<Shape, { has: unknown }>,
  { value, path }: { value: unknown; path: string },
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${path} is not an object`]
  }
  const missing = (shape.must ?? []).filter((name) => !Object.hasOwn(value, name))
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const known = Object.hasOwn(shape.has, name) ? shape.has[name] : undefined
      return known
        ? findMisfits(table, known, inner, `${path}.${name}`)
        : [`${path}.${name} is not in the contract`]
    }),
  ]
}

function isKind(kind: string, value: unknown): boolean {
  switch (kind) {
    case 'anything':
      return true
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === kind
  }
}

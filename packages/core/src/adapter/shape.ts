import { type JsonObject, type JsonValue } from '../json.js'
import { type JsonSchema } from '../schema.js'

/**
 * A schema taken apart into what every provider can say, more or less. `rules` holds the keywords that shape nothing:
 * bounds, patterns, formats, defaults, whatever else there is; each provider takes those it knows.
 */
export type Shape = ShapeBase &
  (
    | { readonly kind: ScalarKind }
    | { readonly kind: 'choice'; readonly values: readonly JsonValue[] }
    | { readonly kind: 'object'; readonly fields: readonly Field[] }
    | { readonly kind: 'list'; readonly items: Shape }
    | { readonly kind: 'union'; readonly options: readonly Shape[] }
    | { readonly kind: 'reference'; readonly to: string }
    /** What no provider can say as structure: it travels as JSON text. */
    | { readonly kind: 'json'; readonly feature: string; readonly schema: JsonSchema | boolean }
  )

export type ScalarKind = 'string' | 'number' | 'integer' | 'boolean' | 'null'

interface ShapeBase {
  readonly description?: string
  readonly rules: JsonObject
  /** What had to be left out when it was taken apart. */
  readonly left: readonly LeftOut[]
}

export interface LeftOut {
  readonly feature: string
  readonly value?: JsonValue
}

export interface Field {
  readonly name: string
  readonly shape: Shape
  readonly optional: boolean
}

/** A schema, and what its references lead to. */
export interface ShapeTree {
  readonly root: Shape
  readonly definitions: ReadonlyMap<string, Shape>
}

/** What a reference means; one that leads to itself means nothing. */
export function resolveShape(shape: Shape, { definitions }: ShapeTree): Shape | undefined {
  let found: Shape | undefined = shape
  for (let hops = 0; found?.kind === 'reference'; hops++) {
    if (hops > definitions.size) return undefined
    found = definitions.get(found.to)
  }
  return found
}

/** Whether `null` is a value of it. */
export function takesNull(shape: Shape, tree: ShapeTree, depth = 0): boolean {
  const found = resolveShape(shape, tree)
  if (!found || depth > MAX_UNIONS) return true
  if (found.kind === 'union')
    return found.options.some((option) => takesNull(option, tree, depth + 1))
  if (found.kind === 'choice') return found.values.includes(null)
  return found.kind === 'null'
}

const MAX_UNIONS = 20

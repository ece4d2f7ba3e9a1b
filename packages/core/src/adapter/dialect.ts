import { type JsonObject, type JsonValue } from '../json.js'
import { type Loss } from '../serialization/loss.js'
import { type MendPlan } from './mend.js'
import { type ScalarKind, type Shape } from './shape.js'

/** How one provider writes schemas. */
export interface Dialect {
  readonly provider: string
  /** What a field that may be left out is sent as: not at all, or as `null`, so that every field is always there. */
  readonly absent: 'omit' | 'null'
  readonly references: 'kept' | 'inlined'
  /** Whether an object within the input may have no fields at all. */
  readonly emptyObjects: boolean
  /** Objects and lists within each other. */
  readonly maxDepth: number
  /** A rule in the provider's words; `undefined` where it has none. */
  rule(keyword: string, value: JsonValue, kind: Shape['kind']): JsonObject | undefined
  /** A choice that the provider can list; `undefined` where it can only name the type. */
  choice(values: readonly JsonValue[]): JsonObject | undefined
  render(node: RenderedNode): JsonObject
}

/** What a dialect has to write: everything below is written already. */
export type RenderedNode = {
  readonly description?: string
  readonly rules: JsonObject
  readonly nullable: boolean
} & (
  | { readonly kind: ScalarKind }
  | { readonly kind: 'choice'; readonly choice: JsonObject }
  | { readonly kind: 'object'; readonly fields: readonly RenderedField[] }
  | { readonly kind: 'list'; readonly items: JsonObject }
  | { readonly kind: 'union'; readonly options: readonly JsonObject[] }
  | { readonly kind: 'reference'; readonly to: string }
)

export interface RenderedField {
  readonly name: string
  readonly schema: JsonObject
  readonly required: boolean
}

export interface CompiledSchema {
  readonly schema: JsonObject
  readonly definitions: ReadonlyMap<string, JsonObject>
  readonly losses: readonly Loss[]
  readonly mend?: MendPlan
}

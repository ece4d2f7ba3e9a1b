import { type JsonValue } from '../json.js'
import { resolveShape, type Shape, type ShapeTree } from './shape.js'

/** By what a value of one option can be told from those of another, as plain data. */
export type Evidence =
  | { readonly kind: 'anything' }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'values'; readonly values: readonly JsonValue[] }
  | { readonly kind: 'any_of'; readonly options: readonly Evidence[] }
  | {
      readonly kind: 'object'
      /** Fields that are always there. */
      readonly fields: ReadonlyArray<readonly [name: string, evidence: Evidence]>
      /** All fields that there can be, where others are ruled out. */
      readonly closed?: readonly string[]
    }

/** As deep as options are told apart. */
const MAX_DEPTH = 4

/** `isComplete`: whether the provider sends every field, and no other. */
export function evidenceOf(
  shape: Shape,
  tree: ShapeTree,
  isComplete: boolean,
  depth = 0,
): Evidence {
  const found = resolveShape(shape, tree)
  if (!found || depth > MAX_DEPTH) return { kind: 'anything' }
  switch (found.kind) {
    case 'choice':
      return { kind: 'values', values: found.values }
    case 'union':
      return {
        kind: 'any_of',
        options: found.options.map((one) => evidenceOf(one, tree, isComplete, depth + 1)),
      }
    case 'object': {
      const sure = found.fields.filter(({ optional }) => !optional)
      const fields = sure.map(
        ({ name, shape: inner }) => [name, evidenceOf(inner, tree, isComplete, depth + 1)] as const,
      )
      const optional = found.fields.filter((field) => field.optional)
      return isComplete
        ? {
            kind: 'object',
            fields: [...fields, ...optional.map(({ name }) => [name, ANYTHING] as const)],
            closed: found.fields.map(({ name }) => name),
          }
        : { kind: 'object', fields }
    }
    case 'list':
      return { kind: 'type', type: 'list' }
    case 'json':
      return { kind: 'type', type: 'string' }
    case 'reference':
      return ANYTHING
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { kind: 'type', type: found.kind === 'integer' ? 'number' : found.kind }
  }
}

const ANYTHING: Evidence = { kind: 'anything' }

/** Whether no value can be both. `false` where it cannot be told. */
export function areDisjoint(a: Evidence, b: Evidence): boolean {
  if (a.kind === 'anything' || b.kind === 'anything') return false
  if (a.kind === 'any_of') return a.options.every((option) => areDisjoint(option, b))
  if (b.kind === 'any_of') return areDisjoint(b, a)
  if (a.kind === 'values') return a.values.every((value) => !fitsEvidence(value, b))
  if (b.kind === 'values') return areDisjoint(b, a)
  if (a.kind === 'object' && b.kind === 'object') return areDisjointObjects(a, b)
  return typeOf(a) !== typeOf(b)
}

/** Whether a value may be one of these. */
export function fitsEvidence(value: unknown, evidence: Evidence): boolean {
  switch (evidence.kind) {
    case 'anything':
      return true
    case 'type':
      return typeOfValue(value) === evidence.type
    case 'values':
      return evidence.values.some((known) => known === value)
    case 'any_of':
      return evidence.options.some((option) => fitsEvidence(value, option))
    case 'object': {
      if (typeOfValue(value) !== 'object') return false
      const entries = new Map(Object.entries(value as object))
      const { fields, closed } = evidence
      if (closed && [...entries.keys()].some((name) => !closed.includes(name))) return false
      return fields.every(
        ([name, inner]) => entries.has(name) && fitsEvidence(entries.get(name), inner),
      )
    }
  }
}

type ObjectEvidence = Extract<Evidence, { kind: 'object' }>

function areDisjointObjects(a: ObjectEvidence, b: ObjectEvidence): boolean {
  const others = new Map(b.fields)
  const rulesOut = (closed: readonly string[] | undefined, { fields }: ObjectEvidence) =>
    closed !== undefined && fields.some(([name]) => !closed.includes(name))
  if (rulesOut(a.closed, b) || rulesOut(b.closed, a)) return true
  return a.fields.some(([name, evidence]) => {
    const other = others.get(name)
    return other !== undefined && areDisjoint(evidence, other)
  })
}

function typeOf(evidence: Evidence): string {
  return evidence.kind === 'type' ? evidence.type : evidence.kind
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

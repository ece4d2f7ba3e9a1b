import { type JsonValue } from '../json.js'

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

export const ANYTHING: Evidence = { kind: 'anything' }

/** As deep as options are told apart. */
const MAX_DEPTH = 3

/** Evidence of a value that stands in another, no deeper than is of use. */
export function within(evidence: Evidence, depth = MAX_DEPTH): Evidence {
  if (depth === 0) return ANYTHING
  switch (evidence.kind) {
    case 'any_of':
      return { ...evidence, options: evidence.options.map((option) => within(option, depth - 1)) }
    case 'object':
      return {
        ...evidence,
        fields: evidence.fields.map(([name, inner]) => [name, within(inner, depth - 1)] as const),
      }
    case 'anything':
    case 'type':
    case 'values':
      return evidence
  }
}

/** Evidence of a value that may also be `null`. */
export function orNull(evidence: Evidence, nullable: boolean): Evidence {
  return nullable
    ? { kind: 'any_of', options: [evidence, { kind: 'type', type: 'null' }] }
    : evidence
}

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

import { isPlainObject, MAX_DEPTH } from '../json.js'
import { fitsEvidence, type Evidence } from './evidence.js'

/** How arguments in a provider's form become what the tool's own schema asks for. Plain data. */
export interface MendPlan {
  readonly root?: Mend
  readonly definitions: ReadonlyMap<string, Mend>
}

export type Mend =
  /** JSON text stands for what it says. */
  | { readonly kind: 'json' }
  | { readonly kind: 'fields'; readonly fields: readonly FieldMend[] }
  | { readonly kind: 'items'; readonly mend: Mend }
  /** The first option that fits says how. */
  | { readonly kind: 'options'; readonly options: readonly OptionMend[] }
  | { readonly kind: 'definition'; readonly name: string }
  /** The arguments are all in one field. */
  | { readonly kind: 'unwrap'; readonly field: string; readonly mend?: Mend }

export interface FieldMend {
  readonly name: string
  /** What stands for a field that is left out: `null`, or an object with the one field `ABSENT`. */
  readonly absent?: 'null' | 'mark'
  readonly mend?: Mend
}

export interface OptionMend {
  readonly evidence: Evidence
  readonly mend?: Mend
}

/** The key of the object that stands for a field left out, where `null` already means something. */
export const ABSENT = '$absent'

/** The field that holds arguments which are no object of fields by themselves. */
export const WRAPPED = 'input'

/** What the arguments mean. What does not fit the plan is left as it is, for the tool's schema to judge. */
export function mendArguments(value: unknown, { root, definitions }: MendPlan): unknown {
  return root ? mendValue(value, root, definitions, 0) : value
}

function mendValue(
  value: unknown,
  mend: Mend,
  definitions: ReadonlyMap<string, Mend>,
  depth: number,
): unknown {
  if (depth > MAX_DEPTH) return value
  const inner = (given: unknown, further: Mend | undefined) =>
    further ? mendValue(given, further, definitions, depth + 1) : given
  switch (mend.kind) {
    case 'json':
      return typeof value === 'string' ? parseOrKeep(value) : value
    case 'items':
      return Array.isArray(value) ? value.map((item) => inner(item, mend.mend)) : value
    case 'options':
      return inner(value, mend.options.find(({ evidence }) => fitsEvidence(value, evidence))?.mend)
    case 'definition':
      return inner(value, definitions.get(mend.name))
    case 'unwrap':
      return isPlainObject(value) && Object.hasOwn(value, mend.field)
        ? inner(value[mend.field], mend.mend)
        : value
    case 'fields':
      return isPlainObject(value) ? mendFields(value, mend.fields, inner) : value
  }
}

function mendFields(
  value: Record<string, unknown>,
  fields: readonly FieldMend[],
  inner: (given: unknown, mend: Mend | undefined) => unknown,
): unknown {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, given]) => {
      const field = byName.get(name)
      if (field && standsForAbsent(given, field)) return []
      return [[name, inner(given, field?.mend)]]
    }),
  )
}

function standsForAbsent(value: unknown, { absent }: FieldMend): boolean {
  if (absent === 'null') return value === null
  return absent === 'mark' && isPlainObject(value) && value[ABSENT] === true
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

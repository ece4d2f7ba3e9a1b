import { isPlainObject, type JsonValue } from '../json.js'
import { type LeftOut } from './shape.js'

type Schema = Readonly<Record<string, unknown>>

export interface MergedSchema {
  readonly schema: Schema
  readonly left: readonly LeftOut[]
}

/** One schema that asks for what both ask for; `undefined` where no single schema can. */
export function mergeSchemas(a: Schema, b: Schema): MergedSchema | undefined {
  const merged = new Map(Object.entries(a))
  const left: LeftOut[] = []
  if (closesAgainst(a, b) || closesAgainst(b, a)) return undefined
  for (const [keyword, value] of Object.entries(b)) {
    if (!merged.has(keyword) || isSame(merged.get(keyword), value)) {
      merged.set(keyword, value)
      continue
    }
    const both = mergeKeyword(keyword, merged.get(keyword), value)
    if (both === undefined) {
      if (!ONE_OF_TWO.has(keyword)) return undefined
      if (!SAID_BY_FIRST.has(keyword)) left.push({ feature: keyword, value: value as JsonValue })
    } else merged.set(keyword, both)
  }
  return { schema: Object.fromEntries(merged), left }
}

/** Keywords of which the first is kept where two cannot be made one. */
const ONE_OF_TWO = new Set(['pattern', 'format', 'multipleOf', 'default', 'examples', 'title'])

/** Words for a reader: the outer ones are enough. */
const SAID_BY_FIRST = new Set(['title', 'examples'])

function mergeKeyword(keyword: string, a: unknown, b: unknown): unknown {
  switch (keyword) {
    case 'description':
      return `${String(a)} ${String(b)}`
    case 'type':
      return mergeTypes(a, b)
    case 'required':
      return [...new Set([...listOf(a), ...listOf(b)])]
    case 'properties':
    case '$defs':
      return isPlainObject(a) && isPlainObject(b) ? mergeByName(a, b) : undefined
    case 'enum': {
      const texts = new Set(listOf(b).map((value) => JSON.stringify(value)))
      return listOf(a).filter((value) => texts.has(JSON.stringify(value)))
    }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return Math.max(Number(a), Number(b))
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return Math.min(Number(a), Number(b))
    case 'items':
      return { allOf: [a, b] }
    default:
      return undefined
  }
}

function mergeTypes(a: unknown, b: unknown): unknown {
  const wanted = Array.isArray(b) ? b : [b]
  const both = (Array.isArray(a) ? a : [a]).flatMap((type: unknown) => {
    if (wanted.includes(type)) return [type]
    if (type === 'integer' && wanted.includes('number')) return ['integer']
    return type === 'number' && wanted.includes('integer') ? ['integer'] : []
  })
  if (both.length === 0) return undefined
  return both.length === 1 ? both[0] : both
}

function mergeByName(a: Record<string, unknown>, b: Record<string, unknown>): object {
  const merged = new Map(Object.entries(a))
  for (const [name, schema] of Object.entries(b)) {
    const known = merged.get(name)
    const same = known === undefined || isSame(known, schema)
    merged.set(name, same ? schema : { allOf: [known, schema] })
  }
  return Object.fromEntries(merged)
}

/** Whether `a` forbids fields that only `b` names: then nothing simple is what both ask for. */
function closesAgainst(a: Schema, b: Schema): boolean {
  const { additionalProperties = true, properties = {} } = a
  const isOpen = additionalProperties === true || isSame(additionalProperties, {})
  if (isOpen || !isPlainObject(properties) || !isPlainObject(b['properties'])) return false
  return Object.keys(b['properties']).some((name) => !Object.hasOwn(properties, name))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

import { isPlainObject } from '../json.js'
import { canonicalJson } from '../serialization/stable-json.js'
import { type ToolContract } from './contract.js'

/** Every difference between two contracts, a line each, by where it is. */
export function describeChanges(before: ToolContract, after: ToolContract): readonly string[] {
  return [
    ...compareValues(pick(before, NOT_SCHEMAS), pick(after, NOT_SCHEMAS), ''),
    ...compareSchemas(before.input, after.input, ''),
    ...compareSchemas(before.output, after.output, 'output'),
  ]
}

const NOT_SCHEMAS = [
  'title',
  'description',
  'risk',
  'lifecycle',
  'tags',
  'examples',
  'inputExamples',
]

/** Of schemas the fields are named, and then the keyword: "`text` maxLength 280 → none". */
function compareSchemas(before: unknown, after: unknown, field: string): string[] {
  if (same(before, after)) return []
  if (!isPlainObject(before) || !isPlainObject(after)) {
    return [line(field === '' ? 'input' : name(field), '', before, after)]
  }
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keywords.flatMap((keyword) => {
    const [old, fresh] = [before[keyword], after[keyword]]
    if (same(old, fresh)) return []
    if (keyword === 'properties') return compareFields(old, fresh, field)
    if (keyword === 'required') return compareRequired(old, fresh, before, after, field)
    if (keyword === 'items' && isPlainObject(old) && isPlainObject(fresh)) {
      return compareSchemas(old, fresh, `${field}[]`)
    }
    return [line(field === '' ? '' : name(field), keyword, old, fresh)]
  })
}

function compareFields(before: unknown, after: unknown, parent: string): string[] {
  const [old, fresh] = [asObject(before), asObject(after)]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].toSorted()
  return keys.flatMap((key) => {
    const field = parent === '' ? key : `${parent}.${key}`
    if (!Object.hasOwn(old, key)) return [`${name(field)} is new`]
    if (!Object.hasOwn(fresh, key)) return [`${name(field)} is gone`]
    return compareSchemas(old[key], fresh[key], field)
  })
}

/** A field that is new or gone has been named already. */
function compareRequired(
  before: unknown,
  after: unknown,
  oldSchema: Record<string, unknown>,
  newSchema: Record<string, unknown>,
  parent: string,
): string[] {
  const [old, fresh] = [listOf(before), listOf(after)]
  const inBoth = (key: string) =>
    Object.hasOwn(asObject(oldSchema['properties']), key) &&
    Object.hasOwn(asObject(newSchema['properties']), key)
  return [...new Set([...old, ...fresh])].toSorted().flatMap((key) => {
    if (old.includes(key) === fresh.includes(key)) return []
    const field = parent === '' ? key : `${parent}.${key}`
    if (!inBoth(key)) return fresh.includes(key) ? [`${name(field)} is required`] : []
    return [`${name(field)} ${old.includes(key) ? 'required → optional' : 'optional → required'}`]
  })
}

function compareValues(before: unknown, after: unknown, path: string): string[] {
  if (same(before, after)) return []
  if (!isPlainObject(before) || !isPlainObject(after)) return [line('', path, before, after)]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keys.flatMap((key) =>
    compareValues(before[key], after[key], path === '' ? key : `${path}.${key}`),
  )
}

function line(where: string, what: string, before: unknown, after: unknown): string {
  return [where, what, `${show(before)} → ${show(after)}`].filter(Boolean).join(' ')
}

function show(value: unknown): string {
  if (value === undefined) return 'none'
  const text = canonicalJson(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b
  return canonicalJson(a) === canonicalJson(b)
}

function name(field: string): string {
  return `\`${field}\``
}

function pick(contract: ToolContract, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(contract).filter(([key]) => keys.includes(key)))
}

function asObject(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {}
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

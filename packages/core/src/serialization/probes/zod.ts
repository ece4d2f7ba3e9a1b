import { isPlainObject } from '../../json.js'
import { isExact, isSayablePattern } from './sayable.js'
import { NEAREST } from './nearest.js'
import { type Probe } from './probe.js'
import {
  atIndex,
  atItems,
  atKey,
  atKeys,
  atOption,
  atValues,
  enter,
  refuse,
  report,
  reportOnTheWayIn,
  startAt,
  type Place,
} from './walk.js'

/** As much of a zod 4 schema as is read here. */
interface ZodSchema {
  readonly _zod: { readonly def: ZodDef }
  readonly meta?: unknown
}

interface ZodDef {
  readonly type: string
  readonly checks?: readonly ZodSchema[]
  readonly [key: string]: unknown
}

export const zodProbe: Probe = {
  options: () => ({
    unrepresentable: ({ zodSchema }: { zodSchema: ZodSchema }) => nearest(zodSchema._zod.def),
    override: dropComputedDefault,
  }),
  findLosses(schema, direction, path) {
    const place = startAt(path, direction)
    if (isZod(schema)) walk(schema, place)
    return place.walk.losses
  },
}

function nearest({ type }: ZodDef): Record<string, unknown> | 'any' {
  switch (type) {
    case 'date':
    case 'bigint':
    case 'map':
    case 'set':
      return NEAREST[type]
    case 'undefined':
    case 'void':
      return NEAREST.undefined
    case 'custom':
      return NEAREST.checked
    case 'transform':
      return NEAREST.made
    default:
      return 'any'
  }
}

function dropComputedDefault({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: ZodSchema
  jsonSchema: Record<string, unknown>
}): void {
  if (isComputed(zodSchema._zod.def)) delete jsonSchema['default']
}

/** zod calls a default that is a function each time it is read, and does not tell it from a value. */
function isComputed(def: ZodDef): boolean {
  if (def.type !== 'default' && def.type !== 'prefault') return false
  const [one, other] = [def['defaultValue'], def['defaultValue']]
  return JSON.stringify([one]) !== JSON.stringify([other]) || isAboutNow(one)
}

/** What was read from the clock differs tomorrow, though not within the same millisecond. */
function isAboutNow(value: unknown): boolean {
  const time =
    value instanceof Date || typeof value === 'string' ? new Date(value).getTime() : Number(value)
  const now = Date.now()
  return Math.abs(time - now) < 60_000 || Math.abs(time * 1_000 - now) < 60_000
}

function walk(schema: unknown, place: Place): void {
  if (isZod(schema)) enter(schema, place, () => walkSchema(schema, place))
}

function walkSchema(schema: ZodSchema, place: Place): void {
  const { def } = schema._zod
  if (overridesItself(schema)) report(place, 'override')
  if (def['coerce'] === true) reportOnTheWayIn(place, 'coercion')
  // A custom type is its own only check, and is reported as what it is.
  if (def.type !== 'custom') {
    // So is a format like `z.email()` its own first one.
    if (typeof def['check'] === 'string') walkCheck(def, place)
    for (const check of def.checks ?? []) walkCheck(check._zod.def, place)
  }
  walkType(def, place)
}

function walkType(def: ZodDef, place: Place): void {
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'any':
    case 'unknown':
    case 'never':
    case 'template_literal':
      return
    case 'success':
      return reportOnTheWayIn(place, 'transform')
    case 'date':
    case 'bigint':
    case 'map':
    case 'set':
    case 'file':
    case 'custom':
    case 'transform':
      return report(place, def.type)
    case 'undefined':
    case 'void':
      return report(place, 'undefined')
    case 'symbol':
    case 'function':
    case 'nan':
      return refuse(place, `a ${def.type}`)
    case 'enum':
    case 'literal':
      return walkValues(def, place)
    case 'object':
      return walkObject(def, place)
    case 'array':
      return walk(def['element'], atItems(place))
    case 'tuple':
      for (const [index, item] of listOf(def['items']).entries()) walk(item, atIndex(place, index))
      return walk(def['rest'], atItems(place))
    case 'union':
      for (const [index, option] of listOf(def['options']).entries())
        walk(option, atOption(place, index))
      return
    case 'intersection':
      walk(def['left'], place)
      return walk(def['right'], place)
    case 'record':
      return walkRecord(def, place)
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
      return walk(def['innerType'], place)
    case 'lazy':
      return walk(typeof def['getter'] === 'function' ? def['getter']() : undefined, place)
    case 'promise':
      report(place, 'promise')
      return walk(def['innerType'], place)
    case 'catch':
      reportOnTheWayIn(place, 'catch')
      return walk(def['innerType'], place)
    case 'default':
    case 'prefault':
      return walkDefault(def, place)
    case 'pipe':
      return walkPipe(def, place)
    default:
      return report(place, 'opaque')
  }
}

const SAID = new Set([
  'describe',
  'meta',
  'greater_than',
  'less_than',
  'multiple_of',
  'number_format',
  'bigint_format',
  'min_length',
  'max_length',
  'length_equals',
  'min_size',
  'max_size',
  'size_equals',
  'mime_type',
])

// Their patterns are necessary, and code decides.
const CODE_FORMATS = new Set(['cidrv6', 'credit_card', 'iban', 'ipv6', 'json_string'])

function walkCheck(check: ZodDef, place: Place): void {
  const kind = String(check['check'])
  if (kind === 'multiple_of' && !isExact(check['value'])) return report(place, 'multiple_of')
  if (SAID.has(kind)) return
  if (kind === 'overwrite') return reportOnTheWayIn(place, 'transform')
  if (kind !== 'string_format') return report(place, 'refinement')
  const { pattern, format } = check
  if (!(pattern instanceof RegExp) || CODE_FORMATS.has(String(format)))
    return report(place, 'format')
  if (!isSayablePattern(pattern)) report(place, 'regex_flags')
}

/** Metadata goes into the JSON Schema as it is: a keyword there beats the one that was worked out. */
function overridesItself(schema: ZodSchema): boolean {
  const meta: unknown = typeof schema.meta === 'function' ? schema.meta() : undefined
  return (
    isPlainObject(meta) &&
    Object.keys(meta).some((key) => !ANNOTATIONS.has(key) && !key.startsWith('x-'))
  )
}

const ANNOTATIONS = new Set([
  'id',
  'title',
  'description',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
])

function walkObject(def: ZodDef, place: Place): void {
  const shape = def['shape']
  if (typeof shape !== 'object' || shape === null) return report(place, 'opaque')
  if (Object.getOwnPropertySymbols(shape).length > 0) report(place, 'symbol_key')
  for (const [key, field] of Object.entries(shape)) walk(field, atKey(place, key))
  walk(def['catchall'], atValues(place))
}

function walkRecord(def: ZodDef, place: Place): void {
  const { keyType } = def
  walk(keyType, atKeys(place))
  // A number as a key is text: its bounds cannot be said of text.
  if (isZod(keyType) && keyType._zod.def.type === 'number' && keyType._zod.def.checks?.length) {
    report(atKeys(place), 'key')
  }
  walk(def['valueType'], atValues(place))
}

function walkValues(def: ZodDef, place: Place): void {
  const values =
    def.type === 'literal'
      ? listOf(def['values'])
      : isPlainObject(def['entries'])
        ? Object.values(def['entries'])
        : []
  const unsayable = (value: unknown) =>
    value === undefined ||
    typeof value === 'bigint' ||
    typeof value === 'symbol' ||
    (typeof value === 'number' && !Number.isFinite(value))
  if (values.length > 0 && values.every(unsayable))
    return refuse(place, `the literal ${String(values[0])}`)
  if (values.some(unsayable)) report(place, 'literal')
}

function walkDefault(def: ZodDef, place: Place): void {
  if (isComputed(def)) report(place, 'computed_default')
  else if (place.walk.direction === 'output') report(place, 'default')
  walk(def['innerType'], place)
}

function walkPipe(def: ZodDef, place: Place): void {
  const { in: before, out: after } = def
  const makes = isZod(after) && after._zod.def.type === 'transform'
  const prepares = isZod(before) && before._zod.def.type === 'transform'
  // What a transform makes is not described; what another schema lets through is.
  if (place.walk.direction === 'output') return walk(after, place)
  if (prepares) {
    report(place, 'preprocess')
    return walk(after, place)
  }
  report(place, makes || typeof def['transform'] === 'function' ? 'transform' : 'pipe')
  walk(before, place)
}

function isZod(value: unknown): value is ZodSchema {
  if (typeof value !== 'object' || value === null) return false
  const inner: unknown = Reflect.get(value, '_zod')
  return typeof inner === 'object' && inner !== null && 'def' in inner
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

import { type SchemaDirection, type StandardSchema } from '../../schema.js'
import { NEAREST } from './nearest.js'
import { type Probe } from './probe.js'
import { isExact, isSayablePattern } from './sayable.js'
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

/** As much of a valibot schema, or of an action in its pipe, as is read here. */
interface ValibotNode {
  readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata'
  readonly type: string
  readonly pipe?: readonly ValibotNode[]
  readonly [key: string]: unknown
}

interface SchemaVisit {
  readonly valibotSchema: ValibotNode
  readonly jsonSchema: Record<string, unknown>
  readonly errors?: readonly string[]
}

export const valibotProbe: Probe = {
  options: () => ({
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema, errors }: SchemaVisit) =>
      nearest(valibotSchema, jsonSchema, errors),
  }),
  findLosses(schema, direction, path) {
    const place = startAt(path, direction)
    const { root, actions } = seeThrough(schema, direction)
    if (!root) {
      report(place, 'opaque')
      return place.walk.losses
    }
    walkNode(root, actions, place)
    // The conversion stops at the first transformation on the way in; on the way out it starts after the last schema.
    if (direction === 'input') {
      const other = seeThrough(schema, 'output')
      if (other.root !== root) report(place, 'pipe')
      walkActions(root, other.actions, place)
    }
    return place.walk.losses
  },
}

/** The wrapper that gives JSON Schema hides the schema, and shows it to its hooks: the last one seen is the outermost. */
function seeThrough(schema: StandardSchema, direction: SchemaDirection) {
  let root: ValibotNode | undefined
  let actions: ValibotNode[] = []
  schema['~standard'].jsonSchema[direction]({
    target: 'draft-2020-12',
    libraryOptions: {
      errorMode: 'ignore',
      overrideSchema({ valibotSchema }: SchemaVisit) {
        root = valibotSchema
        actions = []
      },
      overrideAction({ valibotAction }: { valibotAction: ValibotNode }) {
        actions.push(valibotAction)
      },
    },
  })
  return { root, actions }
}

function nearest(
  node: ValibotNode,
  json: Record<string, unknown>,
  errors: readonly string[] | undefined,
): Record<string, unknown> | undefined {
  // A computed default differs each time that it is asked for.
  if (typeof node['default'] === 'function') delete json['default']
  switch (node.type) {
    case 'date':
    case 'bigint':
    case 'map':
    case 'set':
      return NEAREST[node.type]
    case 'undefined':
    case 'void':
      return NEAREST.undefined
    case 'record':
      return json
    default:
      return errors ? NEAREST.checked : undefined
  }
}

function walk(node: unknown, place: Place): void {
  if (!isNode(node)) return
  enter(node, place, () => {
    const [basis = node, ...actions] = node.pipe?.flatMap(flatten) ?? []
    if (node !== basis && 'fallback' in node) reportOnTheWayIn(place, 'catch')
    walkNode(basis, actions, place)
  })
}

function walkNode(basis: ValibotNode, actions: readonly ValibotNode[], place: Place): void {
  if ('fallback' in basis) reportOnTheWayIn(place, 'catch')
  walkType(basis, place)
  walkActions(basis, actions, place)
}

function flatten(node: ValibotNode): readonly ValibotNode[] {
  return node.pipe?.flatMap(flatten) ?? [node]
}

function walkType(node: ValibotNode, place: Place): void {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'any':
    case 'unknown':
    case 'never':
      return
    case 'date':
    case 'bigint':
    case 'map':
    case 'set':
    case 'file':
    case 'promise':
    case 'instance':
    case 'custom':
      return report(place, node.type)
    case 'blob':
      return report(place, 'file')
    case 'undefined':
    case 'void':
      return report(place, 'undefined')
    case 'symbol':
    case 'function':
    case 'nan':
      return refuse(place, `a ${node.type}`)
    case 'literal':
      return walkValues([node['literal']], place)
    case 'enum':
    case 'picklist':
      return walkValues(listOf(node['options']), place)
    case 'array':
      return walk(node['item'], atItems(place))
    case 'tuple':
    case 'loose_tuple':
    case 'strict_tuple':
    case 'tuple_with_rest':
      return walkTuple(node, place)
    case 'object':
    case 'loose_object':
    case 'strict_object':
    case 'object_with_rest':
      for (const [key, entry] of Object.entries(node['entries'] ?? {}))
        walk(entry, atKey(place, key))
      return walk(node['rest'], atValues(place))
    case 'record':
      walk(node['key'], atKeys(place))
      return walk(node['value'], atValues(place))
    case 'union':
    case 'variant':
      for (const [index, option] of listOf(node['options']).entries())
        walk(option, atOption(place, index))
      return
    case 'intersect':
      for (const option of listOf(node['options'])) walk(option, place)
      return
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'nullable':
    case 'nullish':
      return walkOptional(node, place)
    case 'lazy':
      return walk(
        typeof node['getter'] === 'function' ? node['getter'](undefined) : undefined,
        place,
      )
    default:
      return report(place, 'opaque')
  }
}

function walkTuple(node: ValibotNode, place: Place): void {
  for (const [index, item] of listOf(node['items']).entries()) {
    // The conversion counts every element as needed.
    if (isNode(item) && MAY_BE_ABSENT.has(item.type))
      report(atIndex(place, index), 'optional_element')
    walk(item, atIndex(place, index))
  }
  walk(node['rest'], atItems(place))
}

const MAY_BE_ABSENT = new Set(['exact_optional', 'nullish', 'optional', 'undefinedable'])

function walkOptional(node: ValibotNode, place: Place): void {
  if (typeof node['default'] === 'function') report(place, 'computed_default')
  else if (node['default'] !== undefined && place.walk.direction === 'output')
    report(place, 'default')
  walk(node['wrapped'], place)
}

/** Validations whose keyword says all that they check, on the type for which it does. */
const SAID: Readonly<Record<string, ReadonlySet<string>>> = {
  string: new Set([
    'empty',
    'length',
    'min_length',
    'max_length',
    'non_empty',
    'value',
    'values',
    'not_value',
    'not_values',
  ]),
  number: new Set([
    'integer',
    'safe_integer',
    'finite',
    'gt_value',
    'lt_value',
    'min_value',
    'max_value',
    'multiple_of',
    'value',
    'values',
    'not_value',
    'not_values',
  ]),
  boolean: new Set(['value', 'values', 'not_value', 'not_values']),
  array: new Set(['empty', 'length', 'min_length', 'max_length', 'non_empty']),
  object: new Set(['entries', 'min_entries', 'max_entries']),
}

/** Said as a pattern: one of them is, the next is not. */
const PATTERNS = new Set([
  'bic',
  'cuid2',
  'decimal',
  'digits',
  'domain',
  'emoji',
  'hash',
  'hexadecimal',
  'hex_color',
  'isrc',
  'iso_time_second',
  'iso_week',
  'jws_compact',
  'ksuid',
  'mac',
  'mac48',
  'mac64',
  'nanoid',
  'octal',
  'slug',
  'ulid',
  'regex',
  'starts_with',
  'ends_with',
  'includes',
])

const FORMATS = new Set([
  'base64',
  'email',
  'rfc_email',
  'ipv4',
  'ipv6',
  'iso_date',
  'iso_date_time',
  'iso_timestamp',
  'iso_time',
  'url',
  'uuid',
])

function walkActions(basis: ValibotNode, actions: readonly ValibotNode[], place: Place): void {
  const said =
    SAID[basis.type] ??
    (basis.type.includes('object') || basis.type === 'record' ? SAID['object'] : undefined)
  const once = new Set<string>()
  for (const action of actions) {
    if (action.kind === 'metadata') continue
    if (action.kind === 'schema') report(place, 'pipe')
    else if (action.kind === 'transformation') walkTransformation(action, place)
    else if (FORMATS.has(action.type)) report(place, 'format')
    else walkValidation(action, said, basis.type === 'string', once, place)
  }
}

/** Of patterns, and of divisors, the conversion keeps one. */
function walkValidation(
  action: ValibotNode,
  said: ReadonlySet<string> | undefined,
  isText: boolean,
  once: Set<string>,
  place: Place,
): void {
  const isPattern = isText && PATTERNS.has(action.type)
  const slot = isPattern ? 'pattern' : action.type === 'multiple_of' ? 'multiple_of' : undefined
  if (slot !== undefined && once.has(slot)) return report(place, 'refinement')
  if (slot !== undefined) once.add(slot)
  const { requirement } = action
  if (isPattern) {
    if (requirement instanceof RegExp && !isSayablePattern(requirement))
      report(place, 'regex_flags')
  } else if (slot === 'multiple_of' && !isExact(requirement)) report(place, 'multiple_of')
  else if (!said?.has(action.type)) report(place, 'refinement')
}

function walkTransformation({ type }: ValibotNode, place: Place): void {
  if (type === 'readonly') return
  if (type === 'brand' || type === 'flavor') report(place, 'brand')
  else if (place.walk.direction === 'input' || !IN_PLACE.has(type)) report(place, 'transform')
}

/** They change a value, and leave what is said of it true. */
const IN_PLACE = new Set([
  'normalize',
  'to_lower_case',
  'to_upper_case',
  'trim',
  'trim_end',
  'trim_start',
])

function walkValues(values: readonly unknown[], place: Place): void {
  const sayable = (value: unknown) =>
    ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
  if (!values.every(sayable)) report(place, 'literal')
}

function isNode(value: unknown): value is ValibotNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'type' in value
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

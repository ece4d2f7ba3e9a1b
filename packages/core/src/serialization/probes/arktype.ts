import { isPlainObject } from '../../json.js'
import { type StandardSchema } from '../../schema.js'
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
  startAt,
  type Place,
} from './walk.js'

/** A context that arktype hands to a fallback: what it could say, and what it could not. */
interface FallbackContext {
  readonly base: Record<string, unknown>
  readonly pattern?: string
  readonly out?: Record<string, unknown> | null
  readonly proto?: { readonly name: string }
  readonly domain?: string
  readonly unit?: unknown
}

export const arktypeProbe: Probe = {
  options: () => ({
    fallback: {
      date: ({ base }: FallbackContext) => ({ ...base, ...NEAREST.date }),
      proto: ({ proto }: FallbackContext) =>
        NEAREST_INSTANCE[proto?.name ?? ''] ?? { description: `An instance of ${proto?.name}.` },
      domain: ({ domain }: FallbackContext) =>
        domain === 'bigint' ? NEAREST.bigint : { description: `A ${domain}.` },
      unit: ({ unit }: FallbackContext) =>
        unit === undefined ? NEAREST.undefined : { description: 'A value that JSON cannot say.' },
      morph: ({ base, out }: FallbackContext) => out ?? base,
      patternIntersection: ({ base, pattern }: FallbackContext) => ({
        ...base,
        allOf: [...(Array.isArray(base['allOf']) ? (base['allOf'] as unknown[]) : []), { pattern }],
      }),
    },
  }),
  findLosses(schema, direction, path) {
    const place = startAt(path, direction, listAliases(schema))
    // Every type of arktype carries its own structure as JSON.
    walk(Reflect.get(schema, 'json'), place)
    return place.walk.losses
  },
}

/** A type of a scope names the others; what they are is found among all that it refers to. */
function listAliases(schema: StandardSchema): ReadonlyMap<string, object> {
  const internal: unknown = Reflect.get(schema, 'internal')
  const references: unknown = isObject(internal) ? Reflect.get(internal, 'references') : []
  const aliases = (Array.isArray(references) ? references : []).filter(isAlias)
  return new Map(aliases.map((alias) => [alias.reference, alias.resolution]))
}

function isAlias(node: unknown): node is { reference: string; resolution: object } {
  return (
    isObject(node) &&
    Reflect.get(node, 'kind') === 'alias' &&
    isObject(Reflect.get(node, 'resolution'))
  )
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}

const NEAREST_INSTANCE: Readonly<Record<string, Record<string, unknown>>> = {
  Map: NEAREST.map,
  Set: NEAREST.set,
}

function walk(node: unknown, place: Place): void {
  if (typeof node === 'string') return walkKeyword(node, place)
  if (Array.isArray(node)) return walkUnion(node, place)
  if (!isPlainObject(node)) return
  if (Array.isArray(node['branches'])) return walkUnion(node['branches'], place)
  if (node['morphs'] !== undefined) {
    if (place.walk.direction === 'output') return walkOutput(node, place)
    report(place, 'transform')
    return walk(node['in'], place)
  }
  if (typeof node['domain'] === 'string') walkDomain(node['domain'], node, place)
  if (typeof node['proto'] === 'string' && node['proto'] !== 'Array')
    walkKeyword(node['proto'], place)
  if (node['predicate'] !== undefined) report(place, 'refinement')
  if ('unit' in node && typeof node['unit'] === 'string') walkUnit(node['unit'], place)
  walkPatterns(node['pattern'], place)
  if (node['divisor'] !== undefined && !isExact(divisorOf(node['divisor'])))
    report(place, 'multiple_of')
  walkStructure(node, place)
}

/** An object with a field that it needs is no array. */
function walkDomain(domain: string, node: Record<string, unknown>, place: Place): void {
  if (domain === 'object' && listOf(node['required']).length > 0) return
  walkKeyword(domain, place)
}

/** A basis by its name: a domain, a class, or an alias of the scope. */
function walkKeyword(name: string, place: Place): void {
  switch (name) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'Array':
    case 'unknown':
    case 'never':
      return
    case 'object':
      return report(place, 'array')
    case 'bigint':
      return report(place, 'bigint')
    case 'symbol':
      return refuse(place, 'a symbol')
    case 'Function':
      return refuse(place, 'a function')
    case 'Date':
      return report(place, 'date')
    case 'Map':
    case 'Set':
    case 'File':
    case 'Promise':
      return report(place, LOWER[name])
    default:
      return name.startsWith('$') ? walkAlias(name, place) : report(place, 'instance')
  }
}

function walkAlias(name: string, place: Place): void {
  const resolution = place.walk.names.get(name)
  if (!resolution) return report(place, 'opaque')
  enter(resolution, place, () => walk(Reflect.get(resolution, 'json'), place))
}

const LOWER = { Map: 'map', Set: 'set', File: 'file', Promise: 'promise' } as const

function walkUnion(branches: readonly unknown[], place: Place): void {
  for (const [index, branch] of branches.entries()) walk(branch, atOption(place, index))
}

/** What the last step declares or checks; of a bare function nothing is known. */
function walkOutput(node: Record<string, unknown>, place: Place): void {
  const last = Array.isArray(node['morphs']) ? (node['morphs'].at(-1) as unknown) : undefined
  if (node['declaredOut'] !== undefined) return walk(node['declaredOut'], place)
  if (isPlainObject(last)) return walk(last, place)
  report(place, 'transform')
}

/** Units that are not JSON are written as text by arktype, and so are strings. */
function walkUnit(unit: string, place: Place): void {
  if (unit === 'undefined') report(place, 'undefined')
  else if (/^-?\d+n$/.test(unit)) report(place, 'literal')
  else if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(unit)) report(place, 'date')
}

function walkPatterns(patterns: unknown, place: Place): void {
  if (!Array.isArray(patterns)) return
  if (!patterns.every((pattern) => isSayablePattern(toRegExp(pattern))))
    report(place, 'regex_flags')
}

function toRegExp(pattern: unknown): RegExp {
  if (!isPlainObject(pattern)) return new RegExp(String(pattern))
  return new RegExp(
    String(pattern['rule']),
    typeof pattern['flags'] === 'string' ? pattern['flags'] : '',
  )
}

function walkStructure(node: Record<string, unknown>, place: Place): void {
  const properties = [...listOf(node['required']), ...listOf(node['optional'])]
  for (const { key, value, default: fallback } of properties) {
    if (typeof key === 'string' && key.startsWith('$ark.')) {
      report(place, 'symbol_key')
      continue
    }
    const at = atKey(place, String(key))
    // On its way in, arktype leaves defaults unsaid.
    if (fallback !== undefined)
      report(
        at,
        typeof fallback === 'string' && fallback.startsWith('$ark.')
          ? 'computed_default'
          : 'default',
      )
    walk(value, at)
  }
  for (const { signature, value } of listOf(node['index'])) {
    walk(signature, atKeys(place))
    walk(value, atValues(place))
  }
  if (node['sequence'] !== undefined) walkSequence(node['sequence'], place)
  if (node['proto'] === 'Array' && properties.length > 0) report(place, 'array_properties')
}

function walkSequence(sequence: unknown, place: Place): void {
  if (
    !isPlainObject(sequence) ||
    !['prefix', 'optionals', 'defaultables', 'variadic', 'postfix'].some((key) => key in sequence)
  ) {
    return walk(sequence, atItems(place))
  }
  const prefix = [sequence['prefix'], sequence['defaultables'], sequence['optionals']].flatMap(
    (part) => (Array.isArray(part) ? (part as unknown[]) : []),
  )
  for (const [index, item] of prefix.entries()) walk(item, atIndex(place, index))
  if (sequence['variadic'] !== undefined) walk(sequence['variadic'], atItems(place))
  if (sequence['defaultables'] !== undefined) report(place, 'default')
  if (sequence['postfix'] !== undefined) report(place, 'tail')
}

function divisorOf(divisor: unknown): unknown {
  return isPlainObject(divisor) ? divisor['rule'] : divisor
}

function listOf(value: unknown): ReadonlyArray<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter(isPlainObject) : []
}

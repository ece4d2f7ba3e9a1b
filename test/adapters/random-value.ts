import fc from 'fast-check'
import { isPlainObject } from '../../packages/core/src/json.js'
import { findReferenced } from '../../packages/core/src/json-schema-references.js'
import { many, pick, type Random } from './random.js'

type Schema = Readonly<Record<string, unknown>>

/** Something that a schema probably takes: whoever asks checks it. */
export function randomValue(schema: unknown, root: unknown, random: Random, depth = 0): unknown {
  if (!isPlainObject(schema)) return schema === false ? undefined : pick(random, ['x', 1, null, []])
  const below = (inner: unknown) => randomValue(inner, root, random, depth + 1)
  const { $ref, allOf, anyOf, oneOf, type } = schema
  if (typeof $ref === 'string') return below(findReferenced(root, $ref))
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return pick(random, schema['enum'] as unknown[])
  const options = anyOf ?? oneOf
  if (Array.isArray(options)) return below(pick(random, options as unknown[]))
  if (Array.isArray(allOf) && type === undefined) {
    const parts = allOf.map(below)
    return parts.every(isPlainObject) ? Object.assign({}, ...parts) : parts[0]
  }
  switch (Array.isArray(type) ? pick(random, type as unknown[]) : type) {
    case 'string':
      return randomText(schema, random)
    case 'integer':
      return Math.round(randomNumber(schema, random))
    case 'number':
      return randomNumber(schema, random)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'array':
      return randomList(schema, random, below)
    case 'object':
      return randomObject(schema, random, below, depth)
    default:
      return pick(random, [null, 'any', 1.5, true, [], {}, { a: [1, { b: null }] }, '{"a":1}'])
  }
}

function randomText(schema: Schema, random: Random): string {
  const { pattern, minLength = 0, maxLength = 12 } = schema
  if (typeof pattern === 'string') return pick(random, textsOf(pattern))
  const length = Number(minLength) + random() * (Number(maxLength) - Number(minLength))
  const plain = Array.from({ length }, () => pick(random, ['a', 'é', '"', '\\', ' ', '0', '{']))
  return random() < 0.1
    ? pick(random, ['null', '{"a":1}', '$absent', plain.join('')])
    : plain.join('')
}

const pools = new Map<string, readonly string[]>()

function textsOf(pattern: string): readonly string[] {
  const known = pools.get(pattern)
  if (known) return known
  let made: readonly string[] = ['']
  try {
    made = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 20, seed: 1 })
  } catch {
    // Looking ahead or back is beyond the generator; the corpus brings samples of such.
  }
  pools.set(pattern, made)
  return made
}

function randomNumber(schema: Schema, random: Random): number {
  const { multipleOf } = schema
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1_000)
  const high = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? low + 2_000)
  const value = low + random() * (high - low)
  return typeof multipleOf === 'number' ? Math.round(value / multipleOf) * multipleOf : value
}

function randomList(schema: Schema, random: Random, below: (inner: unknown) => unknown): unknown[] {
  const { items, prefixItems, minItems = 0, maxItems = 3 } = schema
  const first = Array.isArray(prefixItems) ? prefixItems.map(below) : []
  if (items === false) return first
  const most = Math.max(0, Number(maxItems) - first.length)
  const rest = many(random, Math.min(most, 3), () => below(items ?? true))
  while (first.length + rest.length < Number(minItems)) rest.push(below(items ?? true))
  return [...first, ...rest]
}

function randomObject(
  schema: Schema,
  random: Random,
  below: (inner: unknown) => unknown,
  depth: number,
): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const needed = new Set(required as string[])
  const chance = depth > 4 ? 0.2 : 0.6
  const fields = Object.entries(properties as object).flatMap(([name, inner]) =>
    needed.has(name) || random() < chance ? [[name, below(inner)] as const] : [],
  )
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  const extra = isOpen
    ? many(random, 3, () => [
        propertyNames === undefined ? pick(random, ['k', 'k2', 'é']) : String(below(propertyNames)),
        below(additionalProperties),
      ])
    : []
  return Object.fromEntries([...extra, ...fields])
}

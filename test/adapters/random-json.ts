import { type JsonObject, type JsonValue } from '../../packages/core/src/json.js'
import { many, pick, type Random } from './random.js'

const TEXTS = [
  '',
  'a',
  'text',
  'parts',
  'one',
  'ä€😀',
  '{"a":1}',
  '\u0000',
  '\ud800',
  'data:x',
  'null',
  'output',
  'error',
  'json',
]
const KEYS = ['a', 'b', 'type', 'id', '__proto__', 'constructor', '1', '0', 'ключ', '', 'toString']

/** Any JSON at all, keys that look like traps among it. */
export function randomJson(random: Random, depth = 3): JsonValue {
  const kind = Math.floor(random() * (depth > 0 ? 7 : 5))
  switch (kind) {
    case 0:
      return null
    case 1:
      return random() < 0.5
    case 2:
      return pick(random, [0, -0, 1, -1.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, random()])
    case 3:
    case 4:
      return pick(random, TEXTS)
    case 5:
      return many(random, 3, () => randomJson(random, depth - 1))
    default:
      return randomObject(random, depth - 1)
  }
}

export function randomObject(random: Random, depth = 2): JsonObject {
  return Object.fromEntries(
    many(random, 3, () => [pick(random, KEYS), randomJson(random, depth)] as const),
  )
}

/** The same value with keys in another order, and now and then a field too many, too few, or of another kind. */
export function deform(value: JsonValue, random: Random, chance: number): JsonValue {
  if (random() < chance / 3) return randomJson(random)
  // What codecs leave in the places of what they take out.
  if (random() < chance / 3) return pick(random, [null, 'text', 'parts', 'one', 'output', 'json'])
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[])
      .filter(() => random() >= chance / 3)
      .map((inner) => deform(inner, random, chance))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(() => random() >= chance / 3)
  const deformed = entries.map(([key, inner]) => [key, deform(inner, random, chance)] as const)
  const added = random() < chance ? Object.entries(randomObject(random)) : []
  const all = [...deformed, ...added]
  const ordered =
    random() < chance
      ? all
          .map((entry) => ({ entry, at: random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ entry }) => entry)
      : all
  return Object.fromEntries(ordered)
}

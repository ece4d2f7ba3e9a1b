import { createToolError } from '../errors.js'
import { findUnjson, formatPath, hasLoneSurrogate, isPlainObject, MAX_DEPTH } from '../json.js'

/**
 * The one text of a JSON value, as RFC 8785 has it: equal values give equal text, whatever the order of their keys.
 * What JSON cannot say (NaN, `undefined`, a `Date`, a cycle, a lone surrogate, …) is refused, and the error names its path.
 */
export function canonicalJson(value: unknown): string {
  const text = write(value, 0)
  if (text !== undefined) return text
  const problem = findUnjson(value) ?? { path: [], reason: 'is not JSON' }
  throw createToolError({
    category: 'validation',
    code: 'toolbox.not_json',
    message: `${formatPath('$', problem.path)} ${problem.reason}, which JSON cannot say`,
    details: { path: formatPath('$', problem.path) },
  })
}

/** `undefined` where anything below is not JSON: finding out where costs more, and is left to the one who reports it. */
function write(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return writeString(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth >= MAX_DEPTH) return undefined
      if (Array.isArray(value)) return writeArray(value, depth + 1)
      return isPlainObject(value) ? writeObject(value, depth + 1) : undefined
    default:
      return undefined
  }
}

function writeArray(values: readonly unknown[], depth: number): string | undefined {
  let text = '['
  for (let index = 0; index < values.length; index++) {
    const element = write(values[index], depth)
    if (element === undefined) return undefined
    text += index === 0 ? element : `,${element}`
  }
  return `${text}]`
}

function writeObject(value: Record<string, unknown>, depth: number): string | undefined {
  let text = '{'
  for (const key of sortedKeys(value)) {
    const name = writeName(key)
    const property = write(value[key], depth)
    if (name === undefined || property === undefined) return undefined
    text += text.length === 1 ? name + property : `,${name}${property}`
  }
  return `${text}}`
}

/** A key and its colon. The same few come again and again, and to put one together takes longer than to look it up. */
function writeName(key: string): string | undefined {
  const known = names.get(key)
  if (known !== undefined) return known
  const text = writeString(key)
  if (text === undefined) return undefined
  const name = `${text}:`
  if (names.size < MOST_NAMES && key.length <= LONGEST_NAME) names.set(key, name)
  return name
}

const names = new Map<string, string>()
const MOST_NAMES = 1_000
const LONGEST_NAME = 64

function writeString(value: string): string | undefined {
  if (PLAIN.test(value)) return `"${value}"`
  return hasLoneSurrogate(value) ? undefined : JSON.stringify(value)
}

/** ASCII that needs no escape, as most keys and many values are: to look costs half of what asking JSON does. */
const PLAIN = /^[ !#-[\]-~]*$/

/** By UTF-16 code units, as the RFC asks. Few keys are brought in order where they stand, without a list of their own. */
function sortedKeys(value: Record<string, unknown>): readonly string[] {
  const keys = Object.keys(value)
  if (keys.length > MOST_INSERTED) return keys.toSorted()
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end] ?? ''
    let at = end
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? ''
    keys[at] = key
  }
  return keys
}

const MOST_INSERTED = 16

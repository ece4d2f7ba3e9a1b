import { compileConditions, type Holds } from './conditions.js'
import { type Judged } from './policy.js'
import { type Conditions } from './rule.js'

/** One set of bits for each thing that conditions name: which of them can still match. */
type Rows = readonly Uint32Array[]

/** Finds which of many conditions a request fulfils, without looking at each of them. */
export interface Matcher {
  /** What stays the same while one request is looked at. */
  rowsFor(judged: Judged): Rows
  /** The first that matches from an index on; -1 if none does. */
  next(rows: Rows, from: number, judged: Judged, at: number): number
}

export function createMatcher(conditions: readonly Conditions[]): Matcher {
  const columns = COLUMNS.flatMap(({ name, valueOf }) => {
    const named = conditions.map((one): readonly string[] | undefined => one[name])
    return named.some(Boolean) ? [{ valueOf, bitsOf: indexOf(named) }] : []
  })
  const all = toBits(conditions.map(() => true))
  const holds: ReadonlyArray<Holds | undefined> = conditions.map(compileConditions)

  return {
    rowsFor(judged) {
      const rows = [all]
      for (const { valueOf, bitsOf } of columns) rows.push(bitsOf(valueOf(judged)))
      return rows
    },
    next(rows, from, judged, at) {
      for (let word = from >>> 5; word < all.length; word++) {
        let bits = -1
        for (const row of rows) bits &= row[word] ?? 0
        if (word === from >>> 5) bits &= -1 << (from & 31)
        while (bits !== 0) {
          const index = (word << 5) + 31 - Math.clz32(bits & -bits)
          if (holds[index]?.(judged, at) ?? true) return index
          bits &= bits - 1
        }
      }
      return -1
    },
  }
}

interface Column {
  readonly name:
    | 'operations'
    | 'classes'
    | 'tools'
    | 'categories'
    | 'modes'
    | 'principals'
    | 'accounts'
  readonly valueOf: (judged: Judged) => string
}

const COLUMNS: readonly Column[] = [
  { name: 'operations', valueOf: ({ operation }) => operation },
  { name: 'classes', valueOf: (judged) => judged.class },
  { name: 'tools', valueOf: ({ tool, operation }) => tool ?? operation },
  { name: 'categories', valueOf: ({ category = '' }) => category },
  { name: 'modes', valueOf: ({ mode }) => mode },
  { name: 'principals', valueOf: ({ principal }) => principal.kind },
  { name: 'accounts', valueOf: ({ account }) => account },
]

const MOST_VALUES = 4_096

/** The bits of a value are worked out when it is first seen: there may be any number of accounts. */
function indexOf(named: ReadonlyArray<readonly string[] | undefined>) {
  const known = new Map<string, Uint32Array>()
  return (value: string): Uint32Array => {
    const bits = known.get(value)
    if (bits) return bits
    const fresh = toBits(named.map((names) => names?.some((name) => fits(name, value)) ?? true))
    if (known.size >= MOST_VALUES) known.clear()
    known.set(value, fresh)
    return fresh
  }
}

function fits(name: string, value: string): boolean {
  return name.endsWith('*') ? value.startsWith(name.slice(0, -1)) : name === value
}

function toBits(flags: readonly boolean[]): Uint32Array {
  const bits = new Uint32Array(Math.ceil(flags.length / 32))
  for (const [index, flag] of flags.entries()) {
    if (flag) bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31))
  }
  return bits
}

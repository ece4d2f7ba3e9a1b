import { compileConditions, type Holds } from './conditions.js'
import { type Judged } from './policy.js'
import { type Conditions } from './rule.js'

/** Finds which of many conditions a request fulfils, without looking at each of them. */
export interface Matcher {
  /** The first that matches from an index on; -1 if none does. */
  next(judged: Judged, at: number, from: number): number
}

/** Whether a request fulfils these conditions. */
export function matches(conditions: Conditions, judged: Judged, at: number): boolean {
  return createMatcher([conditions]).next(judged, at, 0) === 0
}

type Name = 'operations' | 'tools' | 'categories' | 'modes' | 'principals' | 'accounts'

const KINDS = ['person', 'agent', 'loop']
const none = new Int32Array()

/** Every set of bits has one for each of the conditions: whether it can still match. */
export function createMatcher(conditions: readonly Conditions[]): Matcher {
  const all = toBits(conditions.map(() => true))
  const listOf = (name: Name) => conditions.map((one) => one[name])
  const operations = indexOf(all, listOf('operations'))
  const tools = indexOf(all, listOf('tools'))
  const categories = indexOf(all, listOf('categories'))
  const modes = indexOf(all, listOf('modes'))
  const accounts = indexOf(all, listOf('accounts'))
  const [person, agent, loop] = KINDS.map(indexOf(all, listOf('principals')))
  const holds: ReadonlyArray<Holds | undefined> = conditions.map(compileConditions)

  return {
    // One line for each name: a loop over names would take longer than all that it does.
    next(judged, at, from) {
      const { kind } = judged.principal
      const a = operations(judged.operation)
      const b = tools(judged.tool ?? judged.operation)
      const c = categories(judged.category ?? '')
      const d = modes(judged.mode)
      const e = accounts(judged.account)
      const f = (kind === 'person' ? person : kind === 'agent' ? agent : loop) ?? none
      let mask = -1 << (from & 31)
      for (let word = from >>> 5; word < all.length; word++) {
        let bits =
          mask &
          (a[word] ?? 0) &
          (b[word] ?? 0) &
          (c[word] ?? 0) &
          (d[word] ?? 0) &
          (e[word] ?? 0) &
          (f[word] ?? 0)
        mask = -1
        while (bits !== 0) {
          const index = (word << 5) + 31 - Math.clz32(bits & -bits)
          const isHeld = holds[index]
          if (!isHeld || isHeld(judged, at)) return index
          bits &= bits - 1
        }
      }
      return -1
    },
  }
}

type Index = (value: string) => Int32Array

const MOST_VALUES = 4_096

/** The bits of a value are worked out when it is first seen: there may be any number of accounts. */
function indexOf(all: Int32Array, named: ReadonlyArray<readonly string[] | undefined>): Index {
  if (named.every((names) => names === undefined)) return () => all
  const known = new Map<string, Int32Array>()
  return (value) => {
    const bits = known.get(value)
    if (bits) return bits
    const fresh = toBits(named.map((names) => names === undefined || isNamed(names, value)))
    if (known.size >= MOST_VALUES) known.clear()
    known.set(value, fresh)
    return fresh
  }
}

/** Names may end in `*`. */
export function isNamed(names: readonly string[], value: string): boolean {
  return names.some((name) =>
    name.endsWith('*') ? value.startsWith(name.slice(0, -1)) : name === value,
  )
}

function toBits(flags: readonly boolean[]): Int32Array {
  const bits = new Int32Array(Math.ceil(flags.length / 32))
  for (const [index, flag] of flags.entries()) {
    if (flag) bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31))
  }
  return bits
}

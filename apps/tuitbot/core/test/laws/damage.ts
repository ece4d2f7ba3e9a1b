import { type JsonValue } from '@armorer/core'

/** Damages things, the same way for the same seed. */
export function createDamage(seed: number) {
  let state = seed | 1
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(random() * below)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** Puts a bit into a text, takes a sign away, doubles a part, or leaves it. */
  function text(given: string, bits: readonly string[]): string {
    const at = int(given.length + 1)
    switch (int(5)) {
      case 0:
        return given.slice(0, at) + pick(bits) + given.slice(at)
      case 1:
        return given.slice(0, at) + given.slice(at + 1)
      case 2:
        return given.slice(0, at) + given.slice(Math.max(0, at - 3))
      case 3:
        return pick(bits) + given
      default:
        return given.replace(/[0-9]/, () => pick(['0', '9', ...bits]))
    }
  }

  /** Changes one place of a JSON value: takes it away, or puts something of another kind there. */
  function json(value: JsonValue): JsonValue {
    const isLeaf = typeof value !== 'object' || value === null
    if (isLeaf || int(6) === 0) return pick(strangers)
    if (isList(value)) {
      const index = int(value.length)
      return value.length === 0
        ? pick(strangers)
        : value.map((one, n) => (n === index ? json(one) : one))
    }
    const names = Object.keys(value)
    if (names.length === 0) return pick(strangers)
    const name = pick(names)
    const { [name]: chosen = null, ...rest } = value
    if (int(4) === 0) return rest
    return { ...rest, [name]: json(chosen) }
  }

  /** Damages the bytes of a text. */
  function bytes(given: string): Buffer {
    const whole = Buffer.from(given)
    switch (int(4)) {
      case 0:
        return whole.subarray(0, int(whole.length))
      case 1:
        return Buffer.concat([whole.subarray(0, int(whole.length)), Buffer.from([0xff, 0xc0])])
      case 2: {
        const copy = Buffer.from(whole)
        copy[int(copy.length)] = int(256)
        return copy
      }
      default:
        return Buffer.from(`<!doctype html><p>${given}`)
    }
  }

  const hostileBits = [
    '..',
    '/',
    '//',
    '%2e',
    '%2F',
    '%5c',
    '\\',
    ';',
    '?',
    '#',
    ' ',
    '\t',
    '\0',
    'é',
    '。',
    '@',
    ':',
    '%00',
    '{id}',
    '.',
  ] as const
  return { random, int, pick, text, json, bytes, hostileBits }
}

const strangers: readonly JsonValue[] = [
  null,
  true,
  0,
  -1,
  1e300,
  2 ** 53,
  2 ** 60,
  '',
  '0',
  'abc',
  '12345678901234567890',
  '\ud800',
  [],
  [[]],
  {},
  { id: 1 },
  { toString: 'x' },
]

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

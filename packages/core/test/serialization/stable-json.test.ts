import { expect, test } from 'vitest'
import { canonicalJson } from '../../src/serialization/stable-json.js'
import { refusal } from '../helpers.js'

test('the example of RFC 8785, section 3.2.2', () => {
  const value: unknown = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  )
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('keys are sorted by UTF-16 code units, as in section 3.2.3', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew',
    '1': 'One',
    '\u{1f600}': 'Emoji',
    '\u0080': 'Control',
    '\u00f6': 'Latin',
  }
  expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toHaveLength(7)
  expect([...canonicalJson(value).matchAll(/:"([^ "]+)/g)].map(([, word]) => word)).toEqual([
    'Carriage',
    'One',
    'Control',
    'Latin',
    'Euro',
    'Emoji',
    'Hebrew',
  ])
})

/** Bits of an IEEE 754 double, and its text: from appendix B of the RFC. */
test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['41b3de4355555553', '333333333.3333332'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('the number %s is %s', (bits, text) => {
  const number = Buffer.from(bits, 'hex').readDoubleBE()
  expect(canonicalJson(number)).toBe(text)
})

const cycle: { self?: unknown } = {}
cycle.self = [cycle]

test.each([
  [{ a: [1, Number.NaN] }, '$.a[1] is NaN'],
  [{ a: Number.POSITIVE_INFINITY }, '$.a is Infinity'],
  [{ a: { b: undefined } }, '$.a.b is undefined'],
  [[1n], '$[0] is a bigint'],
  [{ 'odd key': () => 1 }, '$["odd key"] is a function'],
  [cycle, '$.self[0] leads back to itself'],
  [{ a: '\uD800' }, '$.a is a string with a lone surrogate'],
  [{ a: { '\uDC00': 1 } }, '$.a has a key with a lone surrogate'],
  [{ at: new Date(0) }, '$.at is a Date'],
  [new Map([[1, 2]]), '$ is a Map'],
  [Array.from({ length: 2 }), '$[0] is undefined'],
  [undefined, '$ is undefined'],
  [nested(20_000), 'nests over 500 levels'],
])('what JSON cannot say is refused with its path', (value, words) => {
  const error = refusal(() => canonicalJson(value))
  expect(error.code).toBe('toolbox.not_json')
  expect(error.message).toContain(words)
})

test('a key called __proto__ is a key', () => {
  expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe(
    '{"__proto__":{"a":2,"b":1}}',
  )
})

test('one object in two places is no cycle', () => {
  const shared = { a: 1 }
  expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]')
})

function nested(levels: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

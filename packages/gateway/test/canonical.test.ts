import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDigest, copyOf, toCanonical } from '../src/canonical.js'
import { mergesOnlyTheSame, mergesTheSame } from './laws/content-laws.js'

const digestOf = (operation: string, account: string, args: object) =>
  contentDigest(operation, account, toCanonical(args))
const content = (args: object) => digestOf('post.create', 'alice', args)

test('order of keys, and the form of Unicode, make no difference', () => {
  expect(content({ a: 1, b: 'é' })).toBe(content({ b: 'e\u0301', a: 1 }))
})

test('operation, account and every argument do', () => {
  const one = digestOf('post.create', 'alice', { text: 'gm' })

  expect(digestOf('post.delete', 'alice', { text: 'gm' })).not.toBe(one)
  expect(digestOf('post.create', 'bob', { text: 'gm' })).not.toBe(one)
  expect(digestOf('post.create', 'alice', { text: 'gm ' })).not.toBe(one)
  expect(digestOf('post.create', 'alice', { text: 'gm', media: [] })).not.toBe(one)
})

test('a key that names a prototype is a key like others', () => {
  const hostile: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}')

  expect(content(hostile as object)).not.toBe(content({}))
  expect(JSON.stringify(copyOf(hostile))).toBe('{"__proto__":{"a":1},"constructor":2}')
  expect(Reflect.get({}, 'a')).toBeUndefined()
})

test('a field that holds nothing is no field', () => {
  expect(copyOf({ a: undefined, b: [{ c: undefined }], d: null })).toEqual({
    b: [{}],
    d: null,
  })
})

test('what is kept is what its text says, key by key', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (given) => {
      const { value, text } = toCanonical(given)
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 500, seed: 1 },
  )
  expect(Object.is(toCanonical(-0).value, 0)).toBe(true)
})

test.each([501, 100_000])('what nests %i levels is refused, and the error says where', (levels) => {
  let given: unknown = 'here'
  for (let level = 0; level < levels; level++) given = level % 2 ? [given] : { on: given }

  expect(() => toCanonical(given)).toThrow(/^\$.* nests over 500 levels/)
})

test('what is part of itself is refused', () => {
  const given: Record<string, unknown> = {}
  given['again'] = { given }

  expect(() => toCanonical(given)).toThrow(/JSON cannot say/)
})

test('what says something else each time it is asked is kept as it was said once', () => {
  let asked = 0
  const given = { to: { get name() { return `${++asked}` } } } // prettier-ignore
  const { value, text } = toCanonical(given)

  expect(JSON.stringify(value)).toBe(text)
})

test('requests that differ in one field are never taken for the same', async () => {
  await expect(mergesOnlyTheSame({ runs: 1_000, seed: 1 })).resolves.toBeUndefined()
})

test('requests that mean the same always are', async () => {
  await expect(mergesTheSame({ runs: 1_000, seed: 1 })).resolves.toBeUndefined()
})

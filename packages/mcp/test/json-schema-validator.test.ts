import { expect, test } from 'vitest'
import { createJsonSchemaValidator } from '../src/json-schema-validator.js'

const validator = createJsonSchemaValidator({ patternMs: 500 })

test.each([
  ['a pattern', { properties: { text: { pattern: '^(a+)+$' } } }, { text: lost(40) }],
  [
    'one in a list',
    { properties: { all: { items: { pattern: '(x|x)*y' } } } },
    { all: [lost(40, 'x')] },
  ],
  ['one of names', { patternProperties: { '^(a+)+$': {} } }, { [lost(40)]: 1 }],
])(
  '%s that loses its way is given up, and those after it are checked as ever',
  async (_what, schema, value) => {
    const check = validator({ type: 'object', ...schema })

    expect(await check(value)).toEqual({
      issues: [{ message: 'a pattern takes too long to tell whether this fits it' }],
    })
    expect(await check({ text: 'aaa' })).toEqual({ value: { text: 'aaa' } })
  },
)

test('a pattern tells what fits it from what does not', async () => {
  const check = validator({
    type: 'object',
    properties: { slug: { pattern: '^[a-z]+(?:-[a-z]+)*$' } },
  })

  expect(await check({ slug: 'one-two' })).toEqual({ value: { slug: 'one-two' } })
  expect(await check({ slug: 'one--two' })).toHaveProperty('issues')
})

test('a schema elsewhere is not fetched, and not taken', () => {
  expect(() => validator({ $ref: 'https://example.com/schema.json' })).toThrow(/resolve|ref/i)
})

/** Fits to its very end, where it does not. */
function lost(length: number, letter = 'a'): string {
  return `${letter.repeat(length)}!`
}

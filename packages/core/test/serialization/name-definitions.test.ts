import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { serializeToolDefinition, stringifyTools } from '../../src/serialization/serialize-tool.js'
import { defineTool } from '../../src/tool-definition.js'
import { refusal } from '../helpers.js'

test('definitions are named by content, whatever their library called them', () => {
  const make = (names: [string, string]) => ({
    type: 'object',
    properties: {
      a: { $ref: `#/$defs/${names[0]}` },
      b: { $ref: `#/$defs/${names[1]}/properties/next` },
    },
    $defs: {
      [names[0]]: { type: 'object', properties: { next: { $ref: `#/$defs/${names[1]}` } } },
      [names[1]]: {
        type: 'object',
        properties: { next: { $ref: `#/$defs/${names[0]}` }, n: { type: 'number' } },
      },
      unused: { type: 'boolean' },
    },
  })
  const texts = [make(['A', 'B']), make(['z/1', '__schema0'])].map((input) => {
    const escaped = JSON.parse(
      JSON.stringify(input).replaceAll('#/$defs/z/1', '#/$defs/z~11'),
    ) as typeof input
    return stringifyTools([defineTool({ name: 'n', description: 'N.', input: escaped })])
  })
  expect(texts[0]).toBe(texts[1])
  expect(texts[0]).not.toContain('unused')
})

test('different definitions keep different names, also where they lead to each other', () => {
  const input = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/B' } },
    $defs: {
      A: { properties: { x: { $ref: '#/$defs/B' } } },
      B: { properties: { y: { $ref: '#/$defs/A' } } },
    },
  }
  const { input: described } = serializeToolDefinition(
    defineTool({ name: 'n', description: 'N.', input }),
  )
  expect(Object.keys(described['$defs'] ?? {})).toHaveLength(2)
  const ajv = new Ajv2020({ strict: false })
  expect(ajv.validate(described, { a: { x: { y: {} } } })).toBe(true)
})

test('definitions that differ only further down keep apart', () => {
  const line = (end: string, prefix: string) => ({
    [`${prefix}1`]: { properties: { n: { $ref: `#/$defs/${prefix}2` } } },
    [`${prefix}2`]: { properties: { n: { $ref: `#/$defs/${prefix}3` } } },
    [`${prefix}3`]: { properties: { n: { type: end } } },
  })
  const input = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/a1' }, b: { $ref: '#/$defs/b1' } },
    $defs: { ...line('string', 'a'), ...line('number', 'b') },
  }
  const described = serializeToolDefinition(
    defineTool({ name: 'n', description: 'N.', input }),
  ).input
  const names = Object.keys(described['$defs'] ?? {})
  expect(names).toHaveLength(6)
  expect(names.every((name) => /^s[0-9a-f]{12}$/.test(name))).toBe(true)
  const validate = new Ajv2020({ strict: false }).compile(described)
  expect([
    validate({ a: { n: { n: { n: 'x' } } } }),
    validate({ b: { n: { n: { n: 'x' } } } }),
  ]).toEqual([true, false])
})

test('a definition has the same name wherever it stands, and another where anything below it differs', () => {
  const node = (next: string, extra = {}) => ({
    properties: { n: { $ref: `#/$defs/${next}` }, ...extra },
  })
  const nameOf = ($defs: object) => {
    const input = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs }
    const { properties } = serializeToolDefinition(
      defineTool({ name: 'n', description: 'N.', input }),
    ).input as unknown as { properties: { a: { $ref: string } } }
    return properties.a.$ref
  }
  const line = (end: object) => ({ a: node('b'), b: node('c'), c: node('d'), d: end })
  const circle = (extra: object) => ({ a: node('b'), b: node('c'), c: node('b', extra) })
  expect(nameOf(line({ type: 'string' }))).not.toBe(nameOf(line({ type: 'number' })))
  expect(nameOf(circle({}))).not.toBe(nameOf(circle({ x: {} })))
  expect(nameOf({ ...circle({}), more: { $anchor: 'm', type: 'null' } })).toBe(nameOf(circle({})))
})

test.each<[string, object, unknown, unknown]>([
  [
    'an anchor',
    { properties: { a: { $ref: '#leaf' } }, $defs: { l: { $anchor: 'leaf', type: 'string' } } },
    { a: 'x' },
    { a: 1 },
  ],
  [
    'two places of definitions',
    {
      properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/definitions/x' } },
      $defs: { x: { type: 'string' } },
      definitions: { x: { type: 'number' } },
    },
    { a: 'x', b: 1 },
    { a: 'x', b: 'x' },
  ],
  ['dependent schemas', { dependentSchemas: { a: { required: ['b'] } } }, { a: 1, b: 1 }, { a: 1 }],
])('%s keeps its meaning', (_, schema, good, bad) => {
  const input = { type: 'object', ...schema }
  const described = serializeToolDefinition(
    defineTool({ name: 'n', description: 'N.', input }),
  ).input
  const validate = new Ajv2020({ strict: false }).compile(described)
  expect([validate(good), validate(bad)]).toEqual([true, false])
})

test('a discriminator leads to the definitions under their new names', () => {
  const make = (name: string) => ({
    type: 'object',
    properties: {
      pet: {
        oneOf: [{ $ref: `#/$defs/${name}` }],
        discriminator: { propertyName: 'k', mapping: { cat: `#/$defs/${name}` } },
      },
    },
    $defs: { [name]: { type: 'object', properties: { k: { const: 'cat' } } } },
  })
  const [one, other] = ['Cat', 'Katze'].map((name) =>
    stringifyTools([defineTool({ name: 'n', description: 'N.', input: make(name) })]),
  )
  expect(one).toBe(other)
  const { $defs, properties } = serializeToolDefinition(
    defineTool({ name: 'n', description: 'N.', input: make('Cat') }),
  ).input as unknown as {
    $defs: object
    properties: { pet: { discriminator: { mapping: { cat: string } } } }
  }
  expect(properties.pet.discriminator.mapping.cat).toBe(`#/$defs/${Object.keys($defs)[0]}`)
})

test('extensions are left as they are', () => {
  const input = {
    type: 'object',
    'x-ui': { type: [{ a: 1 }, 'b'], required: ['b', 'a'], $ref: '#/none' },
  }
  expect(
    serializeToolDefinition(defineTool({ name: 'x', description: 'X.', input })).input,
  ).toEqual(input)
})

test('a schema of far too many definitions is refused, and one of many is named in time', () => {
  const make = (count: number) => ({
    type: 'object',
    properties: { a: { $ref: '#/$defs/d0' } },
    $defs: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `d${index}`,
        { properties: { n: { $ref: `#/$defs/d${(index + 1) % count}` }, [`p${index}`]: {} } },
      ]),
    ),
  })
  expect(
    Object.keys(
      serializeToolDefinition(defineTool({ name: 'm', description: 'M.', input: make(400) })).input[
        '$defs'
      ] ?? {},
    ),
  ).toHaveLength(400)
  const many = defineTool({ name: 'm', description: 'M.', input: make(1_000) })
  expect(refusal(() => serializeToolDefinition(many)).message).toContain('at most 500')
})

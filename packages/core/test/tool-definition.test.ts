import { runInNewContext } from 'node:vm'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isToolDefinition } from '../src/is-tool-definition.js'
import { UNKNOWN_RISK } from '../src/risk.js'
import { toJsonSchema } from '../src/schema-utilities.js'
import { defineTool, type ToolSpec } from '../src/tool-definition.js'
import { refusal } from './helpers.js'

test('a definition is complete and frozen', () => {
  const owners = ['ana']
  const tool = defineTool({
    name: 'post_tweet',
    namespace: 'x',
    version: '1.0.0',
    title: 'Post to X',
    description: 'Publish one post.',
    examples: ['tweet this'],
    inputExamples: [{ text: 'gm' }],
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', externalNetwork: true },
    lifecycle: { deprecated: true, replacedBy: 'x:post@2.0.0' },
    tags: ['posting', 'posting', 'x'],
    metadata: { owners },
  })
  owners.push('eve')

  expect(tool.id).toBe('x:post_tweet@1.0.0')
  expect(tool.risk).toEqual({
    effects: 'write',
    idempotent: false,
    requiresApproval: false,
    dataSensitivity: 'internal',
    externalNetwork: true,
    systemAccess: false,
    untrustedOutput: false,
  })
  expect(tool.tags).toEqual(['posting', 'x'])
  expect(tool.metadata).toEqual({ owners: ['ana'] })
  expect(
    [tool, tool.identity, tool.risk, tool.tags, tool.metadata?.['owners']].every(Object.isFrozen),
  ).toBe(true)
})

test('a tool that says nothing of its risk is trusted with nothing', () => {
  expect(defineTool({ name: 'mystery', description: 'Nobody knows.' }).risk).toBe(UNKNOWN_RISK)
  expect(UNKNOWN_RISK).toEqual({
    effects: 'unknown',
    idempotent: false,
    requiresApproval: false,
    dataSensitivity: 'internal',
    externalNetwork: true,
    systemAccess: true,
    untrustedOutput: true,
  })
})

test('a read is idempotent whatever it says', () => {
  const { risk } = defineTool({
    name: 'look',
    description: 'Looks.',
    risk: { effects: 'read', idempotent: false },
  })
  expect(risk.idempotent).toBe(true)
})

test('an identity may be written as an id', () => {
  expect(defineTool({ identity: 'x:like@2', description: 'Likes.' }).identity).toEqual({
    namespace: 'x',
    name: 'like',
    version: '2',
  })
})

test.each([
  ['zod', z.object({ city: z.string() })],
  ['arktype', type({ city: 'string' })],
  ['valibot', toStandardJsonSchema(v.object({ city: v.string() }))],
  [
    'a plain JSON Schema',
    { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  ],
])('%s describes an input', (_, input) => {
  const tool = defineTool({ name: 'weather', description: 'The weather.', input })
  expect(toJsonSchema(tool.input, 'input')).toMatchObject({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  })
  expect(isToolDefinition(tool)).toBe(true)
})

test('a tool without input takes an empty object', async () => {
  const { input } = defineTool({ name: 'now', description: 'The time.' })
  if (!('~standard' in input) || typeof input['~standard'] !== 'object')
    throw new Error('no standard schema')
  const { validate } = input['~standard'] as { validate: (value: unknown) => unknown }
  expect(validate({})).toEqual({ value: {} })
  expect(validate({ a: 1 })).toMatchObject({ issues: [{ path: ['a'] }] })
  expect(validate(null)).toHaveProperty('issues')
})

const cyclic: Record<string, unknown> = { type: 'object' }
cyclic['properties'] = { self: cyclic }
const loop = {
  type: 'object',
  properties: { a: { $ref: '#/$defs/a' } },
  $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
}

test.each([
  ['description', { description: '' }],
  ['description', { description: 'x'.repeat(10_000_000) }],
  ['title', { title: 7 }],
  ['examples[0]', { examples: [''] }],
  ['tags[1]', { tags: ['fine', 'Not Kebab'] }],
  ['input', { input: 'string' }],
  ['input', { input: v.object({}) }],
  ['input.type', { input: { type: 'string' } }],
  ['input.properties.self', { input: cyclic }],
  ['input.properties.a.$ref', { input: loop }],
  [
    'input.properties.a.$ref',
    { input: { type: 'object', properties: { a: { $ref: '#/$defs/none' } } } },
  ],
  ['output.items.$ref', { output: { items: { $ref: 'https://example.com/schema.json' } } }],
  ['risk.effects', { risk: { effects: 'delete' } }],
  ['risk.dataSensitivity', { risk: { effects: 'read', dataSensitivity: 'top' } }],
  ['risk.requiresApproval', { risk: { effects: 'read', requiresApproval: 'yes' } }],
  ['risk.readOnly', { risk: { effects: 'read', readOnly: true } }],
  ['risk', { risk: 'read' }],
  ['description', { description: 'half \uD83D' }],
  ['description', { description: 'x'.repeat(65_537) }],
  ['examples', { examples: Array.from({ length: 101 }, () => 'x') }],
  ['lifecycle.deprecated', { lifecycle: { deprecated: 'no' } }],
  ['metadata', { metadata: { big: 'x'.repeat(1_000_001) } }],
  [
    'input.properties.a.items',
    { input: { type: 'object', properties: { a: { type: 'array', items: null } } } },
  ],
  ['input.required', { input: { type: 'object', required: 7 } }],
  ['input.properties', { input: { type: 'object', properties: [] } }],
  ['input.anyOf', { input: { type: 'object', anyOf: {} } }],
  ['input.properties.a.type', { input: { type: 'object', properties: { a: { type: 7 } } } }],
  [
    'input.dependentSchemas.a.$ref',
    { input: { type: 'object', dependentSchemas: { a: { $ref: '#/none' } } } },
  ],
  ['input.type', { input: { $ref: '#/$defs/text', $defs: { text: { type: 'string' } } } }],
  ['output.properties.a.$ref', { output: { properties: { a: { $ref: '#/none' } } } }],
  ['lifecycle.replacedBy', { lifecycle: { replacedBy: 'a:b:c' } }],
  ['metadata.born', { metadata: { born: new Date(0) } }],
  ['metadata.list[1]', { metadata: { list: [1, Number.NaN] } }],
  ['metadata["odd key"].f', { metadata: { 'odd key': { f: () => 1 } } }],
  ['metadata', { metadata: [] }],
])('what is wrong is named by its path: %s', (path, wrong) => {
  const spec: unknown = { name: 'bad', description: 'Bad.', ...wrong }
  const error = refusal(() => defineTool(spec as ToolSpec))
  expect(error).toMatchObject({ code: 'toolbox.invalid_definition', category: 'validation' })
  expect(error.message).toContain(`tool default:bad: ${path} `)
  expect(error.details).toEqual({ tool: 'default:bad', path })
})

test('fields that nobody has made an object of are refused with how to', () => {
  const spec: unknown = { name: 'bad', description: 'Bad.', input: { a: z.string() } }
  const error = refusal(() => defineTool(spec as ToolSpec))
  expect(error.message).toContain(
    'input.a is a schema of its own: wrap the fields in one, z.object({ … })',
  )
})

test('a schema that nests itself is no circle', () => {
  const tree = {
    type: 'object',
    properties: {
      children: { type: 'array', items: { $ref: '#' } },
      named: { $ref: '#/$defs/leaf' },
      anchored: { $ref: '#leaf' },
    },
    $defs: { leaf: { $anchor: 'leaf', type: 'string' } },
  }
  expect(defineTool({ name: 'tree', description: 'A tree.', input: tree }).input).toEqual(tree)
})

test('a field that is called $ref, and a default that looks like one, are no references', () => {
  const input = {
    type: 'object',
    properties: { $ref: { type: 'string', default: { $ref: '#/no' } } },
  }
  expect(defineTool({ name: 'odd', description: 'Odd.', input }).input).toEqual(input)
})

test('a schema may say in other ways that it describes an object', () => {
  const a = { type: 'object' }
  for (const input of [
    { oneOf: [a, a] },
    { $ref: '#/$defs/a', $defs: { a } },
    { allOf: [{ required: ['x'] }, a] },
  ]) {
    expect(defineTool({ name: 'o', description: 'O.', input }).input).toEqual(input)
  }
})

test('references are read as pointers in a URL', () => {
  const input = {
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/x~01' },
      b: { $ref: '#/$defs/y%20z' },
      c: { enum: [{ $ref: '#/none' }] },
    },
    $defs: { 'x~1': { type: 'string' }, 'y z': { type: 'string' } },
  }
  expect(defineTool({ name: 'p', description: 'P.', input }).input).toEqual(input)
})

test('hostile schemas are judged in no time', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]),
  )
  const long = { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: chain }
  expect(
    refusal(() => defineTool({ name: 'l', description: 'L.', input: long })).message,
  ).toContain('references')
  const anchors = Array.from({ length: 3_000 }, (_, index) => [`p${index}`, { $ref: '#leaf' }])
  const input = {
    type: 'object',
    properties: Object.fromEntries(anchors) as object,
    $defs: { l: { $anchor: 'leaf', type: 'string' } },
  }
  expect(
    defineTool({ name: 'a', description: 'A.', input: input as unknown as { type: string } }).id,
  ).toBe('default:a')
})

test('plain objects of another realm are plain objects', () => {
  const input = runInNewContext('({ type: "object", properties: {} })') as { type: string }
  expect(defineTool({ name: 'r', description: 'R.', input }).input).toEqual({
    type: 'object',
    properties: {},
  })
})

test('examples of input are copied', () => {
  const example = { text: 'gm' }
  const tool = defineTool({
    name: 'e',
    description: 'E.',
    input: z.object({ text: z.string() }),
    inputExamples: [example],
  })
  example.text = 'changed'
  expect(tool.inputExamples).toEqual([{ text: 'gm' }])
})

test('what only resembles a definition is none', () => {
  const tool = defineTool({ name: 'now', description: 'The time.' })
  expect(isToolDefinition({ ...tool, id: 'default:later' })).toBe(false)
  expect(isToolDefinition({ ...tool, risk: { effects: 'nothing' } })).toBe(false)
  expect(isToolDefinition({ ...tool, risk: { effects: 'read' } })).toBe(false)
  expect(isToolDefinition({ ...tool, tags: [1] })).toBe(false)
  expect(isToolDefinition({ definition: tool })).toBe(false)
  expect(isToolDefinition({ ...tool, identity: { name: '__proto__', namespace: 'a' } })).toBe(false)
  expect(isToolDefinition(null)).toBe(false)
})

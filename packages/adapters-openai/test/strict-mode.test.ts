import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '@armorer/core'
import { toOpenAICalls, toOpenAITools, toResponsesTools } from '../src/index.js'

const post = defineTool({
  identity: 'x:post@1.0.0',
  description: 'Post.',
  input: z.object({
    text: z.string().max(280).describe('What to say.'),
    replyTo: z.string().optional(),
    lang: z.string().nullish(),
    tags: z.record(z.string(), z.number()).optional(),
  }),
})

test('every field is required, optional ones may be null, and what cannot be said is said in words', () => {
  const { tools, losses } = toOpenAITools([post], { strict: true })
  expect(tools).toEqual([
    {
      type: 'function',
      function: {
        name: 'post',
        description: 'Post.',
        strict: true,
        parameters: {
          type: 'object',
          properties: {
            lang: {
              anyOf: [
                { type: ['string', 'null'] },
                {
                  type: 'object',
                  properties: {
                    $absent: { description: 'left out', type: 'boolean', enum: [true] },
                  },
                  required: ['$absent'],
                  additionalProperties: false,
                },
              ],
            },
            replyTo: { type: ['string', 'null'] },
            tags: {
              type: ['string', 'null'],
              description:
                'JSON text of a value that fits {"additionalProperties":{"type":"number"},"propertyNames":{"type":"string"},"type":"object"}',
            },
            text: { type: 'string', description: 'What to say. (maxLength: 280)' },
          },
          required: ['lang', 'replyTo', 'tags', 'text'],
          additionalProperties: false,
        },
      },
    },
  ])
  expect(losses.map(({ path, feature }) => `${path} ${feature}`)).toEqual([
    'input.tags additionalProperties',
    'input.text maxLength',
  ])
})

test.each([
  [
    'null for absent',
    '{"text":"a","replyTo":null,"lang":null,"tags":null}',
    '{"text":"a","lang":null}',
  ],
  ['the mark for absent', '{"text":"a","lang":{"$absent":true}}', '{"text":"a"}'],
  ['JSON text', '{"text":"a","tags":"{\\"n\\":1}"}', '{"text":"a","tags":{"n":1}}'],
  ['what ignores the schema', '{"text":"a","tags":{"n":1}}', '{"text":"a","tags":{"n":1}}'],
  ['JSON text that is broken', '{"text":"a","tags":"{n"}', '{"text":"a","tags":"{n"}'],
  ['no object at all', '[1]', '[1]'],
])('%s is understood', (_what, sent, meant) => {
  const exported = toOpenAITools([post], { strict: true })
  const { calls } = toOpenAICalls({ calls: [{ id: 'c', name: 'post', arguments: sent }] }, exported)
  expect(calls[0]?.arguments).toBe(meant)
})

test('a definition first met where all is text keeps its losses where it is not', () => {
  const place = {
    type: 'object',
    properties: { a: { type: 'string', minLength: 2 } },
    additionalProperties: false,
  }
  const nothing = {
    type: 'object',
    properties: { a: { type: 'null' } },
    required: ['a'],
    additionalProperties: false,
  }
  const tool = defineTool({
    name: 'twice',
    description: 'Twice.',
    input: {
      type: 'object',
      properties: {
        either: { anyOf: [{ $ref: '#/$defs/place' }, nothing] },
        only: { $ref: '#/$defs/place' },
      },
      required: ['either', 'only'],
      $defs: { place },
    },
  })
  const { losses } = toResponsesTools([tool])
  expect(losses.map(({ path, feature }) => `${path} ${feature}`)).toEqual([
    'input.either anyOf',
    'input.only.a minLength',
  ])
})

test('without strict mode the schema goes as it is', () => {
  const { tools, losses, bindings } = toOpenAITools([post])
  expect(tools[0]?.function.parameters).toMatchObject({ required: ['text'] })
  expect(losses).toEqual([])
  expect(bindings.get('post')).toEqual({ tool: 'x:post@1.0.0', name: 'post' })
})

test('namespaces group tools, deferred ones bring a search, and calls find back through both', () => {
  const other = defineTool({ identity: 'crm:post', description: 'Another.', input: z.object({}) })
  const alone = defineTool({ identity: 'other:post', description: 'Alone.', input: z.object({}) })
  const exported = toResponsesTools([post, other, alone], {
    namespaces: { x: 'X.', crm: 'Customers.' },
    defer: ({ identity }) => identity.namespace === 'crm',
  })
  expect(exported.tools).toMatchObject([
    { type: 'namespace', name: 'x', description: 'X.', tools: [{ name: 'post' }] },
    { type: 'namespace', name: 'crm', tools: [{ name: 'post', defer_loading: true }] },
    { type: 'function', name: 'post' },
    { type: 'tool_search' },
  ])
  const calls = [undefined, 'x', 'crm', 'y'].map((namespace, index) => ({
    id: `c${index}`,
    name: 'post',
    arguments: '{}',
    ...(namespace !== undefined && { namespace }),
  }))
  const received = toOpenAICalls({ calls }, exported)
  expect(received.calls.map(({ name }) => name)).toEqual(['other:post', 'x:post@1.0.0', 'crm:post'])
  expect(received.refused).toMatchObject([
    { callId: 'c3', error: { code: 'toolbox.unknown_tool' } },
  ])
})

test('a namespace whose name OpenAI does not take is owned up to', () => {
  const odd = defineTool({ identity: 'a%20b:post', description: 'Odd.', input: z.object({}) })
  const { tools, losses } = toResponsesTools([odd], { namespaces: { 'a b': 'Odd.' } })
  expect(tools).toMatchObject([{ type: 'function', name: 'post' }])
  expect(losses).toMatchObject([{ feature: 'namespace' }])
})

test('a description that is too long is cut, examples and output are left out, and all of it is reported', () => {
  const wordy = defineTool({
    name: 'wordy',
    description: '😀'.repeat(600),
    input: z.object({ a: z.string() }),
    output: z.object({ b: z.string() }),
    inputExamples: [{ a: 'x' }],
  })
  const { tools, losses } = toOpenAITools([wordy])
  expect(tools[0]?.function.description.length).toBeLessThanOrEqual(1_024)
  expect(tools[0]?.function.description).toMatch(/^(😀)+…$/)
  expect(losses.map(({ feature }) => feature)).toEqual(['description', 'output', 'inputExamples'])
})

test('a schema beyond the limits of strict mode sets its tool aside', () => {
  const values = Array.from({ length: 1_001 }, (_, index) => `v${index}`)
  const large = defineTool({
    name: 'large',
    description: 'Large.',
    input: z.object({ v: z.enum(values) }),
  })
  const { tools, quarantined } = toResponsesTools([large, post])
  expect(tools).toHaveLength(1)
  expect(quarantined).toMatchObject([
    { tool: 'default:large', reason: expect.stringContaining('1001') as string },
  ])
  expect(toOpenAITools([large]).quarantined).toEqual([])
})

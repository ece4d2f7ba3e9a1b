import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '@armorer/core'
import { toGeminiCalls, toGeminiTools } from '../src/index.js'

const post = defineTool({
  identity: 'x:post@1.0.0',
  description: 'Post.',
  input: z.object({
    text: z.string().max(280),
    replyTo: z.string().nullish(),
    mood: z.enum(['glad', 'sad']).default('glad'),
    times: z.union([z.literal(1), z.literal(2)]),
    tags: z.record(z.string(), z.number()).optional(),
    nothing: z.object({}).optional(),
  }),
})

test('a schema becomes the subset of OpenAPI, and what does not fit is said in words', () => {
  const { tools, losses } = toGeminiTools([post])
  expect(tools).toEqual([
    {
      functionDeclarations: [
        {
          name: 'post',
          description: 'Post.',
          parameters: {
            type: 'OBJECT',
            properties: {
              mood: {
                type: 'STRING',
                format: 'enum',
                enum: ['glad', 'sad'],
                description: '(default: "glad")',
              },
              nothing: {
                type: 'STRING',
                description: 'JSON text of the value',
              },
              replyTo: { type: 'STRING', nullable: true },
              tags: {
                type: 'STRING',
                description:
                  'JSON text of a value that fits {"additionalProperties":{"type":"number"},"propertyNames":{"type":"string"},"type":"object"}',
              },
              text: { type: 'STRING', maxLength: '280' },
              times: {
                anyOf: [
                  { type: 'NUMBER', description: '(enum: [1])' },
                  { type: 'NUMBER', description: '(enum: [2])' },
                ],
              },
            },
            required: ['text', 'times'],
            propertyOrdering: ['mood', 'nothing', 'replyTo', 'tags', 'text', 'times'],
          },
        },
      ],
    },
  ])
  expect(losses.map(({ path, feature }) => `${path} ${feature}`)).toEqual([
    'input.mood default',
    'input.nothing properties',
    'input.tags additionalProperties',
    'input.times|0 enum',
    'input.times|1 enum',
  ])
})

test('references are written out, and a circle is reported', () => {
  const Tree: z.ZodType = z.lazy(() => z.object({ name: z.string(), kids: z.array(Tree) }))
  const plant = defineTool({
    name: 'plant',
    description: 'Plant.',
    input: z.object({ root: Tree }),
  })
  const exported = toGeminiTools([plant])
  expect(JSON.stringify(exported.tools)).not.toContain('$ref')
  expect(exported.losses).toMatchObject([{ path: 'input.root.kids[]', feature: 'cycle' }])
  const sent = { root: { name: 'a', kids: ['{"name":"b","kids":[]}'] } }
  const { calls } = toGeminiCalls(
    { calls: [{ id: 'c', name: 'plant', arguments: JSON.stringify(sent) }] },
    exported,
  )
  expect(calls[0]?.arguments).toBe('{"root":{"name":"a","kids":[{"name":"b","kids":[]}]}}')
})

test('references that would fill the world set their tool aside', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, level) => [
      `l${level}`,
      {
        type: 'object',
        properties: {
          a: level < 29 ? { $ref: `#/$defs/l${level + 1}` } : { type: 'string' },
          b: level < 29 ? { $ref: `#/$defs/l${level + 1}` } : { type: 'string' },
        },
      },
    ]),
  )
  const huge = defineTool({
    name: 'huge',
    description: 'Huge.',
    input: { type: 'object', properties: { v: { $ref: '#/$defs/l0' } }, $defs },
  })
  const { tools, quarantined } = toGeminiTools([huge, post])
  expect(tools[0]?.functionDeclarations.map(({ name }) => name)).toEqual(['post'])
  expect(quarantined).toMatchObject([{ tool: 'default:huge' }])
})

test('a tool that takes nothing says nothing of parameters', () => {
  const ping = defineTool({ name: 'ping', description: 'Ping.' })
  expect(toGeminiTools([ping]).tools).toEqual([
    { functionDeclarations: [{ name: 'ping', description: 'Ping.' }] },
  ])
  expect(toGeminiTools([]).tools).toEqual([])
})

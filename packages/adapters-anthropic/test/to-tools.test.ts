import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '@armorer/core'
import { toAnthropicCalls, toAnthropicTools } from '../src/index.js'

const tree = defineTool({
  identity: 'x:plant@1.0.0',
  description: 'Plant a tree.',
  input: {
    type: 'object',
    properties: { root: { $ref: '#/$defs/node' } },
    required: ['root'],
    $defs: {
      node: {
        type: 'object',
        properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
    },
  },
  inputExamples: [{ root: { kids: [] } }],
})

test('definitions stay, and examples stand beside the schema', () => {
  const { tools, losses } = toAnthropicTools([tree])
  const [tool] = tools
  expect(tool).toMatchObject({ name: 'plant', input_examples: [{ root: { kids: [] } }] })
  const text = JSON.stringify(tool)
  const [, name] = /"\$ref":"#\/\$defs\/([^"]+)"/.exec(text) ?? []
  expect(text).toContain(`"${name}":{`)
  expect(losses).toEqual([])
})

test('what is deferred is found by searching', () => {
  const other = defineTool({ name: 'other', description: 'Other.' })
  const defer = ({ identity }: { identity: { name: string } }) => identity.name === 'plant'
  expect(toAnthropicTools([tree, other], { defer }).tools).toMatchObject([
    { name: 'plant', defer_loading: true },
    { name: 'other' },
    { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  ])
  expect(toAnthropicTools([tree], { defer, search: 'regex' }).tools.at(-1)).toEqual({
    type: 'tool_search_tool_regex_20251119',
    name: 'tool_search_tool_regex',
  })
})

test('an input that is no object of fields is wrapped, its examples too, and finds back', () => {
  const either = defineTool({
    name: 'either',
    description: 'Either.',
    input: z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]),
    inputExamples: [{ a: 'x' }],
  })
  const exported = toAnthropicTools([either])
  expect(exported.tools).toMatchObject([
    {
      input_schema: {
        type: 'object',
        properties: { input: { anyOf: [{}, {}] } },
        required: ['input'],
      },
      input_examples: [{ input: { a: 'x' } }],
    },
  ])
  const { calls } = toAnthropicCalls(
    { calls: [{ id: 'c', name: 'either', arguments: '{"input":{"b":1}}' }] },
    exported,
  )
  expect(calls).toEqual([{ id: 'c', name: 'default:either', arguments: '{"b":1}' }])
})

test('a name of a field that Anthropic refuses costs structure, and no request', () => {
  const odd = defineTool({
    name: 'odd',
    description: 'Odd.',
    input: z.object({ 'full name': z.string() }),
    inputExamples: [{ 'full name': 'Ada' }],
  })
  const exported = toAnthropicTools([odd])
  expect(exported.tools).toMatchObject([
    {
      input_schema: { properties: { input: { type: 'string' } } },
      input_examples: [{ input: '{"full name":"Ada"}' }],
    },
  ])
  expect(exported.losses).toMatchObject([{ path: 'input', feature: 'properties' }])
  const sent = JSON.stringify({ input: '{"full name":"Ada"}' })
  const { calls } = toAnthropicCalls(
    { calls: [{ id: 'c', name: 'odd', arguments: sent }] },
    exported,
  )
  expect(calls[0]?.arguments).toBe('{"full name":"Ada"}')
})

import { encode } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inspectRegistry, inspectTool } from '../src/inspect.js'
import { createRegistry } from '../src/registry/create-registry.js'
import { select } from '../src/select.js'
import { serializeToolDefinition } from '../src/serialization/serialize-tool.js'
import { defineTool } from '../src/tool-definition.js'
import { toolTokens } from '../src/tool-tokens.js'
import { makeWorkplace } from './fixtures/workplace.js'
import { refusal } from './helpers.js'

const tools = makeWorkplace()

test('a tool at a glance', () => {
  const tool = defineTool({
    name: 'post',
    description: 'Publish one post.',
    input: z.object({
      text: z.string().trim().describe('What to say.'),
      audience: z.enum(['all', 'friends']).optional(),
      media: z.array(z.int()).optional(),
      reply: z.string().nullable(),
      anything: z.unknown(),
    }),
    lifecycle: { deprecated: true },
  })
  expect(inspectTool(tool)).toMatchObject({
    id: 'default:post',
    title: 'post',
    deprecated: true,
    parameters: [
      { name: 'anything', type: 'any' },
      { name: 'audience', type: '"all" | "friends"', required: false },
      { name: 'media', type: 'integer[]', required: false },
      { name: 'reply', type: 'null | string', required: true },
      { name: 'text', type: 'string', required: true, description: 'What to say.' },
    ],
    losses: [{ path: 'input.text', feature: 'transform' }],
  })
})

test('a registry in numbers', () => {
  const registry = createRegistry()
  for (const tool of tools) registry.register(tool)
  const { byEffect, tokens, lossy, deprecated } = inspectRegistry(registry)
  expect(byEffect.read + byEffect.write).toBe(108)
  expect(tokens).toBe(tools.reduce((sum, tool) => sum + toolTokens(tool), 0))
  expect({ lossy, deprecated }).toEqual({ lossy: 0, deprecated: 0 })
})

test.each([true, false])(
  'the cost of 108 tools is estimated to within a tenth (plain: %s)',
  (plain) => {
    const set = makeWorkplace({ plain })
    const real = set.reduce((sum, tool) => {
      const { identity, description, input } = serializeToolDefinition(tool)
      return sum + encode(JSON.stringify({ name: identity.name, description, input })).length
    }, 0)
    const estimated = set.reduce((sum, tool) => sum + toolTokens(tool), 0)
    expect(Math.abs(estimated / real - 1)).toBeLessThan(0.1)
  },
)

test('a selection keeps to its budget and to the order given', () => {
  const { selected, leftOut, tokens } = select(tools, { maxTokens: 1_000 })
  expect(tokens).toBeLessThanOrEqual(1_000)
  expect(tokens).toBe(selected.reduce((sum, tool) => sum + toolTokens(tool), 0))
  expect(selected[0]).toBe(tools[0])
  expect(selected.length + leftOut.length).toBe(108)
  expect(Math.min(...leftOut.map(toolTokens))).toBeGreaterThan(1_000 - tokens)
  expect(select(tools, { maxTokens: 0 }).selected).toEqual([])
  expect(select(tools, { maxTokens: -1 }).selected).toEqual([])
  expect(select(tools, { maxTokens: Infinity }).leftOut).toEqual([])
})

test('a budget that is no number is refused', () => {
  const error = refusal(() => select(tools, { maxTokens: NaN }))
  expect(error).toMatchObject({ code: 'toolbox.invalid_budget' })
  expect(error.message).toBe('maxTokens must be a number, not NaN')
})

import { toAnthropicTools } from '@armorer/adapters-anthropic'
import { toGeminiTools } from '@armorer/adapters-gemini'
import { toOpenAITools } from '@armorer/adapters-openai'
import {
  createRegistry,
  defineTool,
  digest,
  serializeToolDefinition,
  toToolError,
  type ToolDefinition,
} from '@armorer/core'
import { createMcpHttp } from '@armorer/mcp/http'
import { createTool, createToolbox } from '@armorer/runtime'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, modernRequest } from '../../packages/mcp/test/http/modern-wire.js'

/** What has gone wrong in libraries of tools where tools are named, kept and described, and does not here. */
test('a number and its text have different digests, and words in a message decide nothing', () => {
  expect(digest({ id: 1 })).not.toBe(digest({ id: '1' }))
  expect(toToolError(new Error('timeout'))).toMatchObject({
    category: 'internal',
    retryable: false,
  })
})

test('a tool without version is got and taken out again, and one that runs is kept whole', () => {
  const registry = createRegistry()
  const plain = defineTool({ identity: 'x:plain', description: 'Has no version.' })
  const running = createTool({
    name: 'running',
    description: 'Runs.',
    input: z.object({ n: z.number() }),
    risk: { effects: 'read' },
    run: () => 1,
  })
  registry.register(plain)
  registry.register(running.definition)

  expect(registry.get('x:plain')).toBe(plain)
  expect(registry.get('default:running')).toMatchObject({
    description: 'Runs.',
    risk: { effects: 'read' },
  })
  expect(registry.get('default:running')?.input).toBe(running.definition.input)
  expect(registry.unregister('x:plain')).toBe(true)
  expect(() => registry.get('x:plain')).toThrow('no tool is registered as x:plain')
})

test.each([
  ['1.0.0-alpha', '1.0.0-alpha.1'],
  ['1.0.0-1', '1.0.0-alpha'],
  ['1.0.0-alpha.2', '1.0.0-alpha.10'],
  ['1.0.0-rc.1', '1.0.0'],
])('%s comes before %s', (lower, higher) => {
  for (const order of [
    [lower, higher],
    [higher, lower],
  ]) {
    const registry = createRegistry()
    for (const version of order) {
      registry.register(defineTool({ identity: `x:tool@${version}`, description: 'A tool.' }))
    }
    const resolved = registry.resolve('x:tool')
    expect(resolved.kind === 'found' && resolved.tool.identity.version).toBe(higher)
  }
})

describe('providers', () => {
  const node: z.ZodType = z.object({
    name: z.string(),
    get children() {
      return z.array(node)
    },
  })
  const tool = defineTool({
    identity: 'x:tree',
    description: 'Keeps a tree.',
    input: z.object({
      root: node,
      limit: z.int().optional(),
      mode: z.union([z.literal('fast'), z.literal('safe')]),
      names: z.record(z.string(), z.number()),
    }),
    risk: { effects: 'read' },
  })
  const one = [serializeToolDefinition(tool)]

  test('OpenAI hears of strict only where every field is required', () => {
    const simple = withInput(z.object({ a: z.string(), b: z.int().optional() }))
    const { tools } = toOpenAITools([...one, serializeToolDefinition(simple)], { strict: true })
    const strict = tools.filter(({ function: described }) => described.strict)

    expect(strict.length).toBeGreaterThan(0)
    for (const schema of strict.flatMap(({ function: { parameters } }) => objectsIn(parameters))) {
      expect(Reflect.get(schema, 'required')).toEqual(
        Object.keys(Object(Reflect.get(schema, 'properties'))),
      )
    }
  })

  test('Gemini hears no keyword that it does not know', () => {
    const text = JSON.stringify(toGeminiTools(one).tools)

    expect(text).not.toMatch(/"(propertyNames|const|\$schema)":/)
  })

  test('no reference leads nowhere, at none of them', () => {
    const said = [toOpenAITools(one).tools, toAnthropicTools(one).tools, toGeminiTools(one).tools]

    for (const tools of said) {
      const text = JSON.stringify(tools)
      const definitions = new Set([...text.matchAll(/"(s[\da-f]{12})":/g)].map(([, name]) => name))
      for (const [, name] of text.matchAll(/#\/\$defs\/(\w+)/g)) expect(definitions).toContain(name)
    }
    expect(JSON.stringify(toAnthropicTools(one).tools)).toContain('$defs')
  })

  test('two tools never share a name', () => {
    const alike = ['a:b.c', 'a.b:c', 'a:b_c', `x:${'y'.repeat(90)}1`, `x:${'y'.repeat(90)}2`].map(
      (identity) => serializeToolDefinition(defineTool({ identity, description: 'One of many.' })),
    )

    const names = toOpenAITools(alike).tools.map(({ function: { name } }) => name)

    expect(names).toHaveLength(alike.length)
    expect(new Set(names).size).toBe(alike.length)
  })
})

test('the output schema of a tool is what MCP clients are shown', async () => {
  const tool = createTool({
    name: 'add',
    description: 'Adds.',
    output: z.object({ sum: z.number() }),
    risk: { effects: 'none' },
    run: () => ({ sum: 3 }),
  })
  const { fetch, close } = createMcpHttp(createToolbox([tool]), {
    name: 'ours',
    version: '1',
    facts: () => ({}),
  })

  const { result } = await ask(fetch, modernRequest('tools/list'))

  expect(result?.['tools']).toMatchObject([
    { outputSchema: { type: 'object', properties: { sum: { type: 'number' } } } },
  ])
  await close()
})

test('a schema that JSON cannot say makes a tool all the same, and what is lost is told', async () => {
  const tool = createTool({
    name: 'book',
    description: 'Books a day.',
    input: z.object({ day: z.coerce.date() }),
    risk: { effects: 'read' },
    run: ({ day }) => day.getUTCFullYear(),
  })

  expect(await tool.execute({ arguments: { day: '2026-11-15' } })).toMatchObject({ value: 2026 })
  const { serialization } = serializeToolDefinition(tool.definition)
  expect(serialization.lossy).toBe(true)
  expect(serialization.losses.map(({ path, feature }) => `${path} ${feature}`)).toContain(
    'input.day date',
  )
})

function withInput(input: z.ZodType): ToolDefinition {
  return defineTool({
    identity: 'x:simple',
    description: 'Simple.',
    input,
    risk: { effects: 'read' },
  })
}

/** Every schema of an object with properties, at any depth. */
function objectsIn(node: unknown): object[] {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap(objectsIn)
  return 'properties' in node ? [node, ...inner] : inner
}

import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRegistry, defineTool } from '@armorer/core'
import { queryTools, type ToolCriteria } from '../src/query/index.js'

const tools = [
  defineTool({
    identity: 'x:post@1.2.0',
    description: 'Post a text.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write' },
    tags: ['social', 'mutating'],
  }),
  defineTool({
    identity: 'x:search@2.0.0',
    description: 'Search posts.',
    input: z.object({ query: z.string() }),
    risk: { effects: 'read' },
    tags: ['social'],
    lifecycle: { deprecated: true },
  }),
  defineTool({ identity: 'crm:find', description: 'Find a customer.', risk: { effects: 'read' } }),
]

test.each<[string, ToolCriteria, readonly string[]]>([
  ['nothing is asked', {}, ['post', 'search', 'find']],
  ['a namespace', { namespace: 'x' }, ['post', 'search']],
  ['one of several namespaces', { namespace: ['crm', 'y'] }, ['find']],
  ['a range of versions', { version: '^1' }, ['post']],
  ['deprecated ones', { deprecated: true }, ['search']],
  ['those that are not', { deprecated: false }, ['post', 'find']],
  ['a risk', { risk: { effects: 'read' } }, ['search', 'find']],
  ['any of some tags', { tags: { any: ['mutating', 'other'] } }, ['post']],
  ['any of no tags, which asks nothing', { tags: { any: [] } }, ['post', 'search', 'find']],
  ['all of some tags', { tags: { all: ['social', 'mutating'] } }, ['post']],
  ['none of some tags', { tags: { none: ['mutating'] } }, ['search', 'find']],
  ['words', { text: 'POST' }, ['post', 'search']],
  ['fields of the input', { schema: { keys: ['query'] } }, ['search']],
  ['a predicate', { predicate: ({ id }) => id === 'crm:find' }, ['find']],
  ['both', { and: [{ namespace: 'x' }, { risk: { effects: 'read' } }] }, ['search']],
  ['either', { or: [{ namespace: 'crm' }, { version: '^1' }] }, ['post', 'find']],
  ['either of nothing, which asks nothing', { or: [] }, ['post', 'search', 'find']],
  ['the contrary', { not: { namespace: 'x' } }, ['find']],
  ['a page', { offset: 1, limit: 1 }, ['search']],
])('%s', (_what, criteria, names) => {
  expect(queryTools(tools, criteria).map(({ identity }) => identity.name)).toEqual(names)
})

test('a registry can be asked as it is', () => {
  const registry = createRegistry()
  for (const tool of tools) registry.register(tool)
  expect(queryTools(registry, { namespace: 'crm' })).toHaveLength(1)
})

test('a predicate that throws is met by nothing', () => {
  const predicate = () => {
    throw new Error('no')
  }
  expect(queryTools(tools, { predicate })).toEqual([])
})

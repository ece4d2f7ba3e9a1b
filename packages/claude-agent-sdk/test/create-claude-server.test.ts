import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { claudeToolNames } from '../src/claude-tool-names.js'
import { createClaudeServer } from '../src/create-claude-server.js'
import { openTools } from './posting.js'

const facts = () => ({ principal: { kind: 'agent', id: 'claude' } }) as const

test('it is a server that the SDK can connect, and calls go through the toolbox', async () => {
  const { toolbox, posts } = openTools()
  const { type, name, instance } = createClaudeServer(toolbox, { name: 'ours', facts })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  // The SDK's transport is known to it alone; this one has the same three functions.
  await instance.connect(theirs as never)
  const client = new Client({ name: 'claude', version: '1' })
  await client.connect(ours)

  const added = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
  const posted = await client.callTool({ name: 'post', arguments: { text: 'gm' } })

  expect({ type, name }).toEqual({ type: 'sdk', name: 'ours' })
  expect(added.structuredContent).toEqual({ sum: 3 })
  expect(posted.isError).toBe(true)
  expect(JSON.stringify(posted.content)).toContain('May this be posted?')
  expect(posts).toEqual([])
  await instance.close()
})

test('names are told apart by what their tools can do', () => {
  const { toolbox } = openTools()

  expect(claudeToolNames(toolbox, 'ours')).toEqual({
    reading: ['mcp__ours__add'],
    writing: ['mcp__ours__post'],
  })
  expect(claudeToolNames(toolbox, 'ours', { readOnly: true }).writing).toEqual([])
})

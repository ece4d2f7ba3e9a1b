import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { claudeToolNames } from '../src/claude-tool-names.js'
import { createClaudeServer } from '../src/create-claude-server.js'
import { openMessages } from './loopback-messages.js'
import { openTools } from './posting.js'

/** As much of the SDK as is used here. */
interface ClaudeSdk {
  query(asked: { prompt: string; options: object }): AsyncIterable<Record<string, unknown>>
}

// The SDK weighs hundreds of megabytes, so whoever wants this test says where it is.
const where = process.env['CLAUDE_AGENT_SDK']

test('the real loop calls our tools, and what needs a person is not done', async ({ skip }) => {
  if (where === undefined) {
    skip('set CLAUDE_AGENT_SDK to the folder of @anthropic-ai/claude-agent-sdk to run it')
    return
  }
  const sdk = (await import(pathToFileURL(join(where, 'sdk.mjs')).href)) as ClaudeSdk
  const { toolbox, posts } = openTools()
  const { reading, writing } = claudeToolNames(toolbox, 'ours')
  const messages = await openMessages([
    { tool: 'mcp__ours__add', input: { a: 1, b: 2 } },
    { tool: 'mcp__ours__post', input: { text: 'gm' } },
    { text: 'that was all' },
  ])
  const home = await mkdtemp(join(tmpdir(), 'claude-'))

  const said = []
  for await (const message of sdk.query({
    prompt: 'Add one and two, and post gm.',
    options: {
      mcpServers: {
        ours: createClaudeServer(toolbox, {
          name: 'ours',
          facts: () => ({ principal: { kind: 'agent', id: 'claude' } }),
        }),
      },
      allowedTools: [...reading, ...writing],
      settingSources: [],
      maxTurns: 5,
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        CLAUDE_CONFIG_DIR: home,
        ANTHROPIC_BASE_URL: messages.url,
        ANTHROPIC_API_KEY: 'loopback',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ENABLE_TOOL_SEARCH: 'false',
      },
    },
  })) {
    said.push(message)
  }
  await messages.close()

  expect(said.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: 'that was all' })
  const heard = (tool: string) => JSON.stringify(messages.toolResults.get(`toolu_${tool}`))
  expect(heard('mcp__ours__add')).toContain('sum')
  expect(heard('mcp__ours__post')).toContain('May this be posted?')
  expect(posts).toEqual([])
}, 120_000)

import { createTool, createToolbox, type AnyTool } from '@armorer/runtime'
import { z } from 'zod'
import { createMcpHttp, type McpHttpOptions } from '../../src/http/create-mcp-http.js'

const echo = createTool({
  name: 'echo',
  description: 'Says what it was given.',
  input: z.object({ text: z.string().default('') }),
  risk: { effects: 'none' },
  run: ({ text }, { principal }) => `${principal?.id ?? 'nobody'}: ${text}`,
})

/** A server with one tool that says who asked. */
export function openHttp(options: Partial<McpHttpOptions> = {}, tools: readonly AnyTool[] = []) {
  return createMcpHttp(createToolbox([echo, ...tools]), {
    name: 'ours',
    version: '1',
    facts: ({ name, auth }) => ({ principal: { kind: 'agent', id: auth?.clientId ?? name } }),
    limits: { perMinute: 1_000_000, ...options.limits },
    ...options,
  })
}

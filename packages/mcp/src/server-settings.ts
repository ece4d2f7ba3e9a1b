import {
  type Implementation,
  type ServerCapabilities,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { type McpServerOptions } from './mcp-server-options.js'

/** How a server introduces itself. */
export interface ServerSettings {
  readonly identity: Implementation
  readonly capabilities: ServerCapabilities
  readonly instructions: string | undefined
  readonly cacheHints: NonNullable<ServerOptions['cacheHints']>
}

export function settingsOf(options: McpServerOptions): ServerSettings {
  const { name, version, title, icons, instructions, prompts, resources, mayUse } = options
  const fixed = { ttlMs: AN_HOUR, cacheScope: 'public' } as const
  return {
    identity: {
      name,
      version,
      ...(title !== undefined && { title }),
      ...(icons && { icons: [...icons] }),
    },
    capabilities: {
      tools: {},
      ...(prompts && { prompts: {} }),
      ...(resources && { resources: {} }),
      ...((prompts ?? resources) && { completions: {} }),
    },
    instructions,
    cacheHints: {
      'tools/list': mayUse ? { ttlMs: AN_HOUR, cacheScope: 'private' } : fixed,
      'prompts/list': fixed,
      'resources/list': fixed,
      'resources/templates/list': fixed,
      'server/discover': fixed,
    },
  }
}

const AN_HOUR = 60 * 60 * 1000

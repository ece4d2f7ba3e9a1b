import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'

/** The client, as it calls itself. Nothing vouches for it. */
export interface McpCaller {
  readonly name: string
  readonly version?: string
}

/** Newer clients say who they are with each request, older ones once. */
export function callerOf(server: Server, { envelope }: ServerContext['mcpReq']): McpCaller {
  const said: unknown = envelope
    ? Reflect.get(envelope, CLIENT_INFO_META_KEY)
    : server.getClientVersion()
  const name = readText(said, 'name')
  const version = readText(said, 'version')
  return { name: name ?? 'unknown', ...(version !== undefined && { version }) }
}

const MAX_LENGTH = 100

/** It ends up in records and on pages, so it is short and of one line. */
function readText(said: unknown, field: string): string | undefined {
  const value: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, field) : ''
  if (typeof value !== 'string') return undefined
  return (
    value
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, MAX_LENGTH) || undefined
  )
}

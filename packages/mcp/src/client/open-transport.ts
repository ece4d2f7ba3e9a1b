import {
  StreamableHTTPClientTransport,
  type AuthProvider,
  type OAuthClientProvider,
  type Transport,
} from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { limitAnswers } from './limit-answers.js'

/** A program that serves on its standard streams. */
export interface McpCommand {
  readonly command: string
  readonly args?: readonly string[]
  /** Added to what every program is given, which holds no secrets. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** What becomes of what it prints for people. It is let go by unless given. */
  readonly stderr?: 'inherit' | 'ignore'
}

/** A server on the web. */
export interface McpAddress {
  readonly url: string | URL
  readonly headers?: Readonly<Record<string, string>>
  /** A token, or a whole OAuth flow. */
  readonly authProvider?: AuthProvider | OAuthClientProvider
  /** What came back to the provider's redirect address, after it sent a person to agree. */
  readonly redirected?: () => Promise<URLSearchParams>
  readonly fetch?: typeof fetch
}

/** Where a server is. */
export type McpSource = McpCommand | McpAddress | { readonly transport: () => Transport }

/** Opens a way to a server on which no message is longer than `maxBytes`. */
export function openTransport(source: McpSource, maxBytes: number): Transport {
  if ('transport' in source) return source.transport()
  if ('url' in source) {
    const { url, headers, authProvider, fetch = globalThis.fetch } = source
    return new StreamableHTTPClientTransport(new URL(url), {
      fetch: limitAnswers(fetch, maxBytes),
      ...(headers && { requestInit: { headers: { ...headers } } }),
      ...(authProvider && { authProvider }),
    })
  }
  const { command, args = [], env, cwd, stderr = 'ignore' } = source
  return new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr,
    maxBufferSize: maxBytes,
    ...(cwd !== undefined && { cwd }),
  })
}

import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo } from 'node:net'
import { type Toolbox } from '@armorer/runtime'
import { checkServerOptions, type MoreNames } from '../check-server-options.js'
import { HTTP_NAMES, serveRequests, type McpHttpOptions } from './create-mcp-http.js'
import { isLoopback } from './guard-addresses.js'
import { answerNode } from './node-bridge.js'
import { nodeLimits, type TimeLimits } from './node-limits.js'

export interface ServeHttpOptions extends McpHttpOptions {
  /** Any that is free unless given. */
  readonly port?: number
  /** 127.0.0.1 unless given. Another needs `auth`, and `tls` or a proxy that has it. */
  readonly address?: string
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Whether a proxy in front speaks TLS for this server, and lets nobody by. */
  readonly behindProxy?: boolean
  /** Where it is served: `/mcp` unless given. */
  readonly path?: string
  readonly limits?: McpHttpOptions['limits'] & TimeLimits
}

export interface HttpServer {
  readonly url: string
  /** No new requests, and no more of those that are under way. */
  close(): Promise<void>
}

/** Serves a toolbox on a port of this machine. */
export async function serveHttp(toolbox: Toolbox, options: ServeHttpOptions): Promise<HttpServer> {
  checkServerOptions('serveHttp', { toolbox, options }, NAMES)
  const { port = 0, address = '127.0.0.1', tls, path = '/mcp' } = options
  refuseUnguarded(options, address)
  const mcp = serveRequests(toolbox, options)
  const listener: RequestListener = (incoming, outgoing) => {
    const [asked] = (incoming.url ?? '').split('?')
    if (asked === path || asked?.startsWith('/.well-known/')) {
      answerNode(mcp.fetch, incoming, outgoing)
      return
    }
    incoming.resume()
    outgoing.writeHead(404).end()
  }
  const settings = nodeLimits(options.limits)
  const server: Server = tls
    ? createTlsServer({ ...settings, ...tls }, listener)
    : createServer(settings, listener)
  const bound = await listen(server, port, address)
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${bound.port}${path}`,
    async close() {
      await mcp.close()
      const closed = new Promise((resolve) => void server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const NAMES: MoreNames<ServeHttpOptions> = {
  ...HTTP_NAMES,
  port: true,
  address: true,
  tls: true,
  behindProxy: true,
  path: true,
}

function refuseUnguarded(
  { auth, tls, behindProxy = false, hosts }: ServeHttpOptions,
  address: string,
): void {
  if (isLoopback(address.includes(':') ? `[${address}]` : address)) return
  if (!auth) throw new Error(`${address} can be reached from elsewhere: give it auth`)
  if (!tls && !behindProxy) throw new Error(`${address} can be reached from elsewhere: give it tls`)
  if (!hosts) throw new Error(`${address} can be reached from elsewhere: say under which hosts`)
}

function listen(server: Server, port: number, address: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // A server on a port has an address of this form; only one on a pipe has a text.
    server.listen(port, address, () => resolve(server.address() as AddressInfo))
  })
}

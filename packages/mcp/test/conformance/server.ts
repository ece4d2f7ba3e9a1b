import { serveHttp } from '@armorer/mcp/http'
import { createToolbox } from '@armorer/runtime'
import { type Server } from '@modelcontextprotocol/server'
import { askingTools } from './asking-tools.js'
import { prompts, resources } from './catalogue.js'
import { tools } from './tools.js'

/** A server with everything that the official suite asks for by name. It prints its address, and serves until it is stopped. */
const { url } = await serveHttp(createToolbox([...tools, ...askingTools]), {
  name: 'armorer-conformance',
  version: '1.0.0',
  facts: () => ({ principal: { kind: 'agent', id: 'conformance' } }),
  forms: {},
  prompts,
  resources,
  limits: { perMinute: 100_000, streams: 100 },
  configure: serveTheRest,
})
console.log(url)

/** What the protocol has deprecated, and the suite still asks of servers of its time. */
function serveTheRest(server: Server): void {
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } })
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
}

import { type CallContext } from '@armorer/runtime'
import { type ServerContext } from '@modelcontextprotocol/server'

const REQUEST = Symbol('the request of the protocol')

/** The fact that a call came by the protocol. */
export function requestAsFact(request: ServerContext): object {
  return { [REQUEST]: request }
}

/** The request by which a tool was called, as the SDK knows it; `undefined` where it was called otherwise. */
export function mcpRequestOf({ facts }: Pick<CallContext, 'facts'>): ServerContext | undefined {
  // Set above and by nobody else.
  return Reflect.get(facts, REQUEST) as ServerContext | undefined
}

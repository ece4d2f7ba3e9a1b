import { type CallContext, type CallFacts } from '@armorer/runtime'
import { type ServerContext } from '@modelcontextprotocol/server'

const REQUEST = Symbol('the request of the protocol')

export function withMcpRequest(facts: CallFacts, request: ServerContext): CallFacts {
  const more = { ...facts, [REQUEST]: request }
  return more
}

/** The request by which a tool was called, as the SDK knows it; `undefined` where it was called otherwise. */
export function mcpRequestOf({ facts }: Pick<CallContext, 'facts'>): ServerContext | undefined {
  // Set above and by nobody else.
  return Reflect.get(facts, REQUEST) as ServerContext | undefined
}

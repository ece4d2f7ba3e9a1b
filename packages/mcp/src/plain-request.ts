import {
  type JSONRPCMessage,
  type RequestId,
  type RequestMeta,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** The SDK's server of this connection, which is made where it is not there yet. */
export type FindServer = () => Promise<Server>

export interface PlainRequestParts {
  readonly id: RequestId
  readonly meta: RequestMeta | undefined
  readonly signal: AbortSignal
  send(message: JSONRPCMessage): Promise<void>
  readonly findServer: FindServer
}

/** A plain call as the SDK would describe it. Whoever asks it for more than progress waits for the SDK. */
export function plainRequest({
  id,
  meta,
  signal,
  send,
  findServer,
}: PlainRequestParts): ServerContext {
  const ask = async (...given: Parameters<Server['request']>) =>
    (await findServer()).request(...given)
  return {
    mcpReq: {
      id,
      method: 'tools/call',
      ...(meta && { _meta: meta }),
      signal,
      requestState: () => undefined,
      // It has the overloads of `request`, which no function that passes them on can be seen to have.
      send: ask as ServerContext['mcpReq']['send'],
      async notify(notification) {
        if (notification.method === PROGRESS) return send({ jsonrpc: '2.0', ...notification })
        return (await findServer()).notification(notification, { relatedRequestId: id })
      },
      // Only a server that was configured logs, and such a one has no plain calls.
      log: () => Promise.resolve(),
      elicitInput: async (params, options) => (await findServer()).elicitInput(params, options),
      requestSampling: async (params, options) =>
        (await findServer()).createMessage(params, options),
    },
  }
}

/** It must not come after the answer, which does not wait for the SDK. */
const PROGRESS = 'notifications/progress'

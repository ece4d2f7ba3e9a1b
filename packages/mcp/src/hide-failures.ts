import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Does something for a client. */
export type Hide = <Result>(work: () => Result | Promise<Result>) => Promise<Result>

/** What fails in a way that is not meant for clients is told to `onError`, and to the client only that it failed. */
export function hideFailures(onError: ((error: Error) => void) | undefined): Hide {
  return async (work) => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      onError?.(error instanceof Error ? error : new Error(String(error)))
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'something went wrong on this side')
    }
  }
}

import { type ToolEvent } from '@armorer/runtime'
import { type ServerContext } from '@modelcontextprotocol/server'

/** Passes a tool's progress on to a client that asked for it. Nobody who asked: nobody who listens. */
export function tellProgress({
  _meta: meta,
  notify,
}: ServerContext['mcpReq']): ((event: ToolEvent) => unknown) | undefined {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return undefined
  let last = -Infinity
  return ({ kind, done, total, message }) => {
    // The protocol has progress grow with each word of it; the rest is dropped.
    if (kind !== 'progress' || typeof done !== 'number' || !(done > last)) return undefined
    last = done
    return notify({
      method: 'notifications/progress',
      params: {
        progressToken,
        progress: done,
        ...(typeof total === 'number' && { total }),
        ...(typeof message === 'string' && { message }),
      },
    })
  }
}

import { wrap, type AnyTool, type Effects, type Service, type UniformLayer } from '@armorer/runtime'

const NAME = 'resumable'

/**
 * Says of a tool that it keeps its outcome under `ctx.facts.idempotencyKey`, so that a call which a crash interrupted can be
 * made again and changes nothing twice. A gate of `@armorer/gateway` says so by itself.
 */
export function resumable(): UniformLayer {
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) =>
    wrap(inner, NAME, (request: Req, ctx) => inner.call(request, ctx))
}

/** Whether someone in a tool's stack remembers the calls that were made. */
export function isResumable(tool: AnyTool): boolean {
  return tool.stack().some((name) => name === NAME || name === 'gated')
}

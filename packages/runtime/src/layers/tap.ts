import { type CallContext } from '../context.js'
import { wrap, type Effects, type Service, type UniformLayer } from '../service.js'

/** Who looks on. Nothing that a watcher does or throws changes the call. */
export interface Watcher {
  onCall?(request: unknown, ctx: CallContext): void
  onDone?(response: unknown, ctx: CallContext): void
  onError?(error: unknown, ctx: CallContext): void
}

/** Lets someone look on. Without a watcher it hands the promise on, and costs nothing. */
export function tap(watcher: Watcher = {}): UniformLayer {
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) => {
    if (!watcher.onCall && !watcher.onDone && !watcher.onError) {
      return wrap(inner, 'tap', (request: Req, ctx) => inner.call(request, ctx))
    }
    return wrap(inner, 'tap', (request: Req, ctx) => {
      quietly(ctx, () => watcher.onCall?.(request, ctx))
      return inner.call(request, ctx).then(
        (response) => {
          quietly(ctx, () => watcher.onDone?.(response, ctx))
          return response
        },
        (error: unknown) => {
          quietly(ctx, () => watcher.onError?.(error, ctx))
          throw error
        },
      )
    })
  }
}

function quietly(ctx: CallContext, act: () => void): void {
  try {
    act()
  } catch (error) {
    ctx.logger?.warn('a watcher of a call failed', { error })
  }
}

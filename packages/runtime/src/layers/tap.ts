import { type CallContext } from '../context.js'
import { quietly } from '../quietly.js'
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
      quietly(() => watcher.onCall?.(request, ctx), ctx.logger)
      return inner.call(request, ctx).then(
        (response) => {
          quietly(() => watcher.onDone?.(response, ctx), ctx.logger)
          return response
        },
        (error: unknown) => {
          quietly(() => watcher.onError?.(error, ctx), ctx.logger)
          throw error
        },
      )
    })
  }
}

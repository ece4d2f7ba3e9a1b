import { toToolError, type Logger } from '@armorer/core'
import { systemClock, type Clock } from '../clock.js'
import { stoppedBy } from '../outcome.js'
import { wrap, type UniformLayer } from '../service.js'

/** A line when a call ends: how, and after how long. Neither arguments nor output are written down. */
export function log(logger: Logger, { clock = systemClock }: { clock?: Clock } = {}): UniformLayer {
  return (inner) =>
    wrap(inner, 'log', (request, ctx) => {
      const started = clock.now()
      const fields = () => ({
        name: ctx.toolCall?.name ?? inner.names.at(-1),
        callId: ctx.callId,
        ms: clock.now() - started,
      })
      return inner.call(request, ctx).then(
        (response) => {
          logger.info('call done', fields())
          return response
        },
        (error: unknown) => {
          const { code, message } = toToolError(error)
          const stopped = stoppedBy(error)
          if (stopped) logger.info(`call ${stopped.kind}`, { ...fields(), code, message })
          else logger.warn('call failed', { ...fields(), code, message })
          throw error
        },
      )
    })
}

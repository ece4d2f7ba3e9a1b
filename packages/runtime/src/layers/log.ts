import { toToolError, type LogFields, type Logger, stoppedBy } from '@armorer/core'
import { systemClock, type Clock } from '../clock.js'
import { quietly } from '../quietly.js'
import { wrap, type UniformLayer } from '../service.js'

/** A line when a call ends: how, and after how long. Neither arguments nor output are written down. */
export function log(logger: Logger, { clock = systemClock }: { clock?: Clock } = {}): UniformLayer {
  return (inner) =>
    wrap(inner, 'log', (request, ctx) => {
      const started = clock.elapsed()
      const fields = () => ({
        name: ctx.toolCall?.name ?? inner.names.at(-1),
        callId: ctx.callId,
        ms: Math.round(clock.elapsed() - started),
      })
      return inner.call(request, ctx).then(
        (response) => {
          quietly(() => logger.info('call done', fields()))
          return response
        },
        (error: unknown) => {
          quietly(() => logEnd(logger, error, fields()))
          throw error
        },
      )
    })
}

function logEnd(logger: Logger, error: unknown, fields: LogFields): void {
  const { code, message } = toToolError(error)
  const said = { ...fields, code, message: message.slice(0, MAX_MESSAGE) }
  const stopped = stoppedBy(error)
  if (stopped) logger.info(`call ${stopped.kind}`, said)
  else logger.warn('call failed', said)
}

const MAX_MESSAGE = 1_000

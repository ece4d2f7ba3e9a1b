import { toToolError, stoppedBy, type ToolId } from '@armorer/core'
import { systemClock, type Clock } from '../clock.js'
import { type CallContext } from '../context.js'
import { quietly } from '../quietly.js'
import { wrap, type UniformLayer } from '../service.js'
import { type ToolResult } from '../outcome.js'

/** One call, for a counter or a histogram. Every field takes few values, so that no series multiplies. */
export interface CallMeasure {
  /** Of the tool, without namespace and version; or of the service. */
  readonly name: string
  readonly tool: ToolId | undefined
  readonly outcome: ToolResult['kind']
  /** Of what went wrong; `undefined` for what was done. */
  readonly category: string | undefined
  readonly ms: number
}

/** Measures each call. Whoever records it cannot change what came of it. */
export function metrics(
  record: (measure: CallMeasure) => void,
  { clock = systemClock }: { clock?: Clock } = {},
): UniformLayer {
  return (inner) => {
    const note = (ctx: CallContext, started: number, thrown?: { readonly error: unknown }) => {
      const ms = clock.elapsed() - started
      const { tool } = ctx
      const name = tool?.identity.name ?? inner.names.at(-1) ?? ''
      quietly(() => record({ name, tool: tool?.id, ...endOf(thrown), ms }), ctx.logger)
    }
    return wrap(inner, 'metrics', (request, ctx) => {
      const started = clock.elapsed()
      return inner.call(request, ctx).then(
        (response) => {
          note(ctx, started)
          return response
        },
        (error: unknown) => {
          note(ctx, started, { error })
          throw error
        },
      )
    })
  }
}

function endOf(
  thrown: { readonly error: unknown } | undefined,
): Pick<CallMeasure, 'outcome' | 'category'> {
  if (!thrown) return { outcome: 'done', category: undefined }
  const { category } = toToolError(thrown.error)
  const ended = category === 'cancelled' ? 'cancelled' : 'failed'
  return { outcome: stoppedBy(thrown.error)?.kind ?? ended, category }
}

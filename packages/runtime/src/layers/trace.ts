import { type Span, type SpanAttributes, type Tracer } from '@armorer/core'
import { type CallContext } from '../context.js'
import { quietly } from '../quietly.js'
import { wrap, type UniformLayer } from '../service.js'

/** A span around each call, by the names of OpenTelemetry's conventions for generative AI. Arguments stay out of it. */
export function trace(tracer: Tracer, name?: string): UniformLayer {
  return (inner) =>
    wrap(inner, 'trace', (request, ctx) => {
      let span: Span | undefined
      quietly(() => {
        span = tracer.startSpan(name ?? `execute_tool ${nameOf(ctx) ?? inner.names.at(-1)}`, {
          attributes: attributesOf(ctx),
        })
      }, ctx.logger)
      return inner.call(request, ctx).then(
        (response) => {
          quietly(() => span?.end(), ctx.logger)
          return response
        },
        (error: unknown) => {
          quietly(() => span?.recordError(error), ctx.logger)
          quietly(() => span?.end(), ctx.logger)
          throw error
        },
      )
    })
}

function nameOf({ toolCall }: CallContext): string | undefined {
  return toolCall?.name
}

function attributesOf({ toolCall }: CallContext): SpanAttributes {
  if (!toolCall) return {}
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': toolCall.name,
    'gen_ai.tool.call.id': toolCall.id,
  }
}

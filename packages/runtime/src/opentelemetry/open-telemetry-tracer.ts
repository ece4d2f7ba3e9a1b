import {
  context,
  trace,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api'
import { type Span, type Tracer } from '@armorer/core'
import { markFailed } from './mark-failed.js'

/** A tracer for `trace` and for handlers, `ctx.tracer`, over one of OpenTelemetry. Without a parent a span belongs to the active one. */
export function openTelemetryTracer(tracer: OtelTracer): Tracer {
  const known = new WeakMap<Span, OtelSpan>()
  return {
    startSpan(name, { attributes = {}, parent } = {}) {
      const outer = parent && known.get(parent)
      const around = outer ? trace.setSpan(context.active(), outer) : context.active()
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, around)
      const made: Span = {
        setAttributes: (more) => void span.setAttributes({ ...more }),
        recordError: (error) => markFailed(span, error),
        end: () => span.end(),
      }
      known.set(made, span)
      return made
    },
  }
}

import { SpanStatusCode, type Span } from '@opentelemetry/api'
import { toToolError } from '@armorer/core'

/** Says that it failed and how, by its code. The message stays behind: it may quote what must not leave the process. */
export function markFailed(span: Span, error: unknown): void {
  const { code } = toToolError(error)
  span.setAttribute('error.type', code)
  span.setStatus({ code: SpanStatusCode.ERROR, message: code })
}

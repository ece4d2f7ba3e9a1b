import {
  context,
  SpanKind,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { stoppedBy } from '@armorer/core'
import { type CallContext } from '../context.js'
import { quietly } from '../quietly.js'
import { wrap, type Effects, type Service, type UniformLayer } from '../service.js'
import { markFailed } from './mark-failed.js'

/**
 * A span around each call that is active while it runs, so that spans of clients within become its children. It bears the names of
 * the GenAI conventions; neither arguments nor output nor messages of errors are written down.
 */
export function openTelemetry(tracer: Tracer): UniformLayer {
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) =>
    wrap(inner, 'openTelemetry', (request: Req, ctx) => {
      const name = ctx.tool?.identity.name ?? inner.names.at(-1) ?? 'call'
      const { span, work } = startWithin(tracer, name, ctx, () => inner.call(request, ctx))
      if (!span) return work
      return work.then(
        (response) => {
          quietly(() => span.end(), ctx.logger)
          return response
        },
        (error: unknown) => {
          quietly(() => markEnd(span, error), ctx.logger)
          quietly(() => span.end(), ctx.logger)
          throw error
        },
      )
    })
}

/** The call is made once, whatever becomes of the span. */
function startWithin<Res>(
  tracer: Tracer,
  name: string,
  ctx: CallContext,
  call: () => Promise<Res>,
): { readonly span: Span | undefined; readonly work: Promise<Res> } {
  let span: Span | undefined
  let work: Promise<Res> | undefined
  quietly(() => {
    const around = context.active()
    span = tracer.startSpan(
      ctx.tool ? `execute_tool ${name}` : name,
      { kind: SpanKind.INTERNAL, attributes: attributesOf(name, ctx) },
      around,
    )
    context.with(trace.setSpan(around, span), () => {
      work = call()
    })
  }, ctx.logger)
  return { span, work: work ?? call() }
}

function attributesOf(name: string, { tool, callId, runId }: CallContext): Attributes {
  if (!tool) return {}
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.type': 'function',
    'armorer.tool.id': tool.id,
    ...(callId !== undefined && { 'gen_ai.tool.call.id': callId }),
    ...(runId !== undefined && { 'gen_ai.conversation.id': runId }),
  }
}

/** That someone must decide first, or has decided against it, is no failure. */
function markEnd(span: Span, error: unknown): void {
  const stopped = stoppedBy(error)
  if (stopped) span.setAttribute('armorer.outcome', stopped.kind)
  if (!stopped || stopped.kind === 'unknown') markFailed(span, error)
}

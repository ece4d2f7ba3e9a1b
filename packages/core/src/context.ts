/** What a tool may know of the call it serves. How it is run is the runtime's matter. */
export interface ToolContext {
  /** The run that this call is part of: one task of an agent, one command, one request. */
  readonly runId?: string | undefined
  readonly requestId?: string | undefined
  readonly callId?: string | undefined
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly logger?: Logger | undefined
  readonly tracer?: Tracer | undefined
}

export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, unknown>>

/** As much of a tracer as tools need; OpenTelemetry's fits by a few lines. */
export interface Tracer {
  startSpan(name: string, options?: SpanOptions): Span
}

export interface SpanOptions {
  readonly attributes?: SpanAttributes
  readonly parent?: Span
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface Span {
  setAttributes(attributes: SpanAttributes): void
  recordError(error: unknown): void
  end(): void
}

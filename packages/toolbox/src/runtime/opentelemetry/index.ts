/** Everything of `@armorer/runtime/opentelemetry`. */
export {
  openTelemetry,
  openTelemetryMetrics,
  openTelemetryTracer,
} from '@armorer/runtime/opentelemetry'

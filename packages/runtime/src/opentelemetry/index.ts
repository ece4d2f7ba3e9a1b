export { openTelemetry } from './open-telemetry.js'
export { openTelemetryMetrics } from './open-telemetry-metrics.js'
export { openTelemetryTracer } from './open-telemetry-tracer.js'

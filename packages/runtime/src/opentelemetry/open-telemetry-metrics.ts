import { type Meter } from '@opentelemetry/api'
import { type CallMeasure } from '../layers/metrics.js'
import { DURATION_BUCKETS } from '../duration-buckets.js'

/** Records what `metrics` measures in a histogram by the name and with the bounds of the GenAI conventions. */
export function openTelemetryMetrics(meter: Meter): (measure: CallMeasure) => void {
  const duration = meter.createHistogram('gen_ai.client.operation.duration', {
    description: 'GenAI operation duration.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...DURATION_BUCKETS] },
  })
  return ({ name, outcome, category, ms }) => {
    duration.record(ms / 1_000, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'armorer.outcome': outcome,
      ...(category !== undefined && { 'error.type': category }),
    })
  }
}

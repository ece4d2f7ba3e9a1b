import { Histogram, type Registry } from 'prom-client'
import { DURATION_BUCKETS } from '../duration-buckets.js'
import { type CallMeasure } from '../layers/metrics.js'

/** Records what `metrics` measures in a histogram of a registry, by the names of the GenAI conventions as Prometheus spells them. */
export function prometheusMetrics(registry: Registry): (measure: CallMeasure) => void {
  const duration = new Histogram({
    name: 'gen_ai_client_operation_duration_seconds',
    help: 'GenAI operation duration.',
    labelNames: ['gen_ai_operation_name', 'gen_ai_tool_name', 'armorer_outcome', 'error_type'],
    buckets: [...DURATION_BUCKETS],
    registers: [registry],
  })
  return ({ name, outcome, category, ms }) => {
    duration.observe(
      {
        gen_ai_operation_name: 'execute_tool',
        gen_ai_tool_name: name,
        armorer_outcome: outcome,
        error_type: category ?? '',
      },
      ms / 1_000,
    )
  }
}

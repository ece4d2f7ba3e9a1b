import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { metrics } from '../../src/layers/metrics.js'
import { prometheusMetrics } from '../../src/prometheus/prometheus-metrics.js'
import { readTool } from '../small-tools.js'

test('durations are in the registry, by tool and outcome', async () => {
  const registry = new Registry()
  const layer = metrics(prometheusMetrics(registry))
  const tool = readTool(() => 1).layer(layer)
  await tool({})
  await tool({})
  await readTool(() => Promise.reject(new Error('down')))
    .layer(layer)
    .execute({})
  const text = await registry.metrics()
  const count = (labels: string) =>
    `gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="execute_tool",gen_ai_tool_name="r",${labels}}`
  expect(text).toContain(`${count('armorer_outcome="done",error_type=""')} 2`)
  expect(text).toContain(`${count('armorer_outcome="failed",error_type="internal"')} 1`)
  expect(text).toContain('le="0.01"')
  expect(text).toContain('le="81.92"')
})

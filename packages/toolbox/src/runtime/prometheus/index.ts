/** Everything of `@armorer/runtime/prometheus`. */
export { prometheusMetrics } from '@armorer/runtime/prometheus'

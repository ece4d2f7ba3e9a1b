export { prometheusMetrics } from './prometheus-metrics.js'

import { type Simulation } from '../simulation.js'

/** What the page counts. */
export function figures({ truth, meter }: Simulation) {
  const { requests, effects } = truth.counts()
  return {
    requests: String(requests),
    effects: String(effects),
    spent: `$${meter.total().toFixed(3)}`,
  }
}

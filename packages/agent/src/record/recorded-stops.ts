import { type RunRecord } from '../run/run-record.js'
import { type StopPolicy } from '../run/stop-policy.js'

/**
 * Policies that stop a run where it was recorded that one did, and nowhere else: what the agent's own judge by, such as a clock, is
 * not what it was. `place` is how many records have come so far.
 */
export function recordedStops(
  records: readonly RunRecord[],
  place: () => number,
): readonly StopPolicy[] {
  return records.flatMap((record, at): readonly StopPolicy[] => {
    if (record.kind !== 'stop' || record.stop.kind !== 'stopped') return []
    const { policy: name, reason } = record.stop
    return [{ name, check: () => (place() === at ? reason : undefined) }]
  })
}

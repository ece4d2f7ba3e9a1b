import { type DispatchNote } from '../store.js'
import { type Env } from './env.js'
import { toJson } from './rows.js'

/** How a row looks from the moment of its dispatch. */
export function dispatchColumns({ requestHash, probe }: DispatchNote, at: number, { times }: Env) {
  return {
    state: 'dispatched' as const,
    lease_until: at + times.settle,
    request_hash: requestHash,
    probe_json: toJson(probe),
    dispatched_at: at,
  }
}

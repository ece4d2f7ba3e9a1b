import { rulesPolicy } from '../src/index.js'
import { FLEET_TIMES } from './harness/fleet-times.js'
import { PERSON } from './harness/small-world.js'

/** Everything waits for one person, and only for her. */
export const ASK = rulesPolicy([{ id: 'ask', action: 'require_approval', repeat: true }], {
  approvals: { approvers: [PERSON.id] },
})

/**
 * The pace of fields with other processes. A permit that runs out is an effect that was due and is not there, so what the machine
 * takes its own time for has the time that it takes when it is busy.
 */
export const CREW_TIMES = { ...FLEET_TIMES, permit: 2_000, request: 4_000, settle: 7_500 }

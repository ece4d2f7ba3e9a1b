import { rulesPolicy } from '../src/index.js'
import { PERSON } from './harness/small-world.js'

/** Everything waits for one person, and only for her. */
export const ASK = rulesPolicy([{ id: 'ask', action: 'require_approval', repeat: true }], {
  approvals: { approvers: [PERSON.id] },
})

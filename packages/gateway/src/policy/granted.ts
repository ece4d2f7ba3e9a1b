import { type Grant } from '../approval-store.js'
import { type Principal } from '../request.js'
import { asksApproval, refusalAlone } from './deciding.js'
import { type Judgement } from './policy.js'

/** Whether a decision in advance may stand for the one that is asked for: what a hard rule holds back must be seen. */
export function mayBeGranted({ decision, band }: Judgement): boolean {
  return band !== 'hard' && asksApproval(decision)
}

/** Whether who gave a grant could decide now, alone, about what someone asks for. */
export function decidesAhead(
  { by }: Grant,
  { deciding }: Judgement,
  principal: Principal,
): boolean {
  return refusalAlone(deciding, { kind: 'person', id: by }, [principal]) === undefined
}

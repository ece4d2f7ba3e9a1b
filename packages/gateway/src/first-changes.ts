import { askApproval } from '@armorer/core'
import { type Judgement } from './policy/policy.js'

/** What is named where a person is to see the next changes of an account. */
export const FIRST_CHANGES = 'first-changes'

/** The first changes after something of weight has changed are seen by a person, whatever the rules allow. */
export function seenFirst(judgement: Judgement, probation: number): Judgement {
  if (probation === 0 || judgement.decision.kind !== 'allow') return judgement
  const reason = `a person sees the next ${probation} changes, since something of weight has changed`
  return { ...judgement, decision: askApproval(reason, FIRST_CHANGES), rule: FIRST_CHANGES, reason }
}

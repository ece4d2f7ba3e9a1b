import { allow } from '@armorer/core'
import { type ApprovalRequest, type Approver } from '../layers/approval.js'

/** Allows everything, and remembers what it was asked. For tests alone. */
export function autoApprover(): Approver & { readonly asked: readonly ApprovalRequest[] } {
  const asked: ApprovalRequest[] = []
  return Object.assign(
    (request: ApprovalRequest) => {
      asked.push(request)
      return allow
    },
    { asked },
  )
}

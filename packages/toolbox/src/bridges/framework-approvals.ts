import { allow, askApproval } from '@armorer/core'
import { type Approver, type CallFacts } from '@armorer/runtime'

/** A framework as the one who asks: what a person answered there is the decision for that one call. */
export interface FrameworkApprovals {
  /** For the `approval` layer of the tools that the framework asks about. */
  readonly approver: Approver
  /** Facts of a call that a person has approved in the framework. They let one call through, once. */
  grant(facts: CallFacts): CallFacts
}

/** Known to no one else, so that no caller can bring a grant of its own. */
const GRANT = Symbol('a call that a person approved')

/**
 * Lets a framework's own approvals decide. Without it a framework may ask, and the gate of the tool still asks for itself.
 * It trusts the framework to run only what a person approved: give it to no framework whose state the model or a stranger can write.
 */
export function frameworkApprovals(): FrameworkApprovals {
  const open = new WeakSet<object>()
  return {
    approver: (_request, { facts }) => {
      const grant: unknown = Reflect.get(facts, GRANT)
      const isOpen = typeof grant === 'object' && grant !== null && open.delete(grant)
      return isOpen ? allow : askApproval('nobody has approved this call yet')
    },
    grant(facts) {
      const grant = {}
      open.add(grant)
      return { ...facts, [GRANT]: grant }
    },
  }
}

import { allow } from '@armorer/core'
import { type Approver } from '@armorer/runtime'
import { answerTo } from './answers.js'

/**
 * Lets what a person answered to a form settle what an approver asks for. Denials and rehearsals stay what they are, and a question
 * that reads differently by now is asked again.
 */
export function askingByForm(approver: Approver): Approver {
  return async (request, ctx) => {
    const decision = await approver(request, ctx)
    if (decision.kind !== 'ask') return decision
    const open = decision.asks.filter((ask) => answerTo(ctx, ask) === undefined)
    return open.length > 0 ? { kind: 'ask', asks: open } : allow
  }
}

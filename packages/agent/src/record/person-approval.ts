import { allow, askApproval, deny } from '@armorer/core'
import { type Approver } from '@armorer/runtime'
import { type RunStore } from '../run/run-store.js'
import { createRunFold } from '../run/run-state.js'

/**
 * Lets a call go ahead only where a person has decided so, by `agent.resume`; until then its run waits. For tools that no gateway
 * stands before: `tool.layer(approval(personApproval(store)))`.
 */
export function personApproval(store: RunStore): Approver {
  return async ({ tool }, { facts, toolCall }) => {
    const ask = askApproval(`a person decides whether ${tool?.id ?? 'this'} is called`)
    if (facts.runId === undefined || !toolCall) return ask
    const { state, add } = createRunFold()
    for (const record of await store.read(facts.runId)) add(record)
    const decision = state.open.find(({ call }) => call.id === toolCall.id)?.decision
    if (!decision) return ask
    const { answer, by } = decision
    // Whatever else a log may hold is no leave. The call is made with the arguments that stand there, which were decided on.
    return answer === 'approved' || answer === 'edited' ? allow : deny(`rejected by ${by}`)
  }
}

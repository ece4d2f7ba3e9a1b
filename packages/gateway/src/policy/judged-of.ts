import { type Effect } from '../effect.js'
import { type NewIntent, type Uses } from '../store.js'
import { type Judged } from './policy.js'

/** What a policy is told of an intent: what was asked, by whom, and what the effect says of itself. */
export function judgedOf(
  effect: Effect | undefined,
  intent: Pick<
    NewIntent,
    'operation' | 'class' | 'account' | 'args' | 'principal' | 'mode' | 'labels'
  >,
  uses: Uses,
): Judged {
  return {
    operation: intent.operation,
    class: intent.class,
    tool: effect?.tool,
    category: effect?.category,
    tags: effect?.tags,
    risk: effect?.risk,
    account: intent.account,
    args: intent.args,
    principal: intent.principal,
    mode: intent.mode,
    labels: intent.labels,
    uses,
  }
}

import { type Intent } from '@armorer/gateway'

/** The rule that is why something did not go out. X, or a pause, may have stood against what every rule let through. */
export function findRuleAgainst({ state, decision, rule, failure }: Intent): string | undefined {
  const isByRule =
    state === 'denied'
      ? decision === 'deny' || rule.startsWith('limit:')
      : state === 'needs_human' && failure === undefined
  return isByRule ? rule : undefined
}

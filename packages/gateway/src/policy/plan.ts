import { type NewIntent, type StoreDenial } from '../store.js'
import { type Principal } from '../request.js'
import { asksApproval, refusalAlone } from './deciding.js'
import { type Judgement } from './policy.js'

/** What is done with a request, if nobody has it already and no limit is reached. */
export type Plan =
  | { readonly kind: 'go' }
  | { readonly kind: 'route' }
  | { readonly kind: 'rehearse' }
  | { readonly kind: 'refuse'; readonly denial: StoreDenial }

/** What follows from a judgement, unless everything is `halted`. */
export function planFor(
  { principal, allowRepeat, confirmed }: Pick<NewIntent, 'principal' | 'allowRepeat' | 'confirmed'>,
  judgement: Judgement,
  halted: StoreDenial | undefined,
): Plan {
  const { decision, rule, reason, repeatable } = judgement
  if (halted) return { kind: 'refuse', denial: halted }
  if (decision.kind === 'deny') {
    return { kind: 'refuse', denial: { kind: 'denied', code: 'policy', reason, rule } }
  }
  if (allowRepeat && !repeatable) {
    const why = 'no rule lets this be done again on purpose'
    return { kind: 'refuse', denial: { kind: 'denied', code: 'repeat_not_allowed', reason: why } }
  }
  if (decision.kind === 'dry_run') return { kind: 'rehearse' }
  return decision.kind === 'allow' || (confirmed && mayDecideAlone(principal, judgement))
    ? { kind: 'go' }
    : { kind: 'route' }
}

/** Whether a person who asks, having seen what it will be, has decided. Missing input cannot be decided away. */
export function mayDecideAlone(
  principal: Principal,
  { decision, deciding }: Pick<Judgement, 'decision' | 'deciding'>,
): boolean {
  return asksApproval(decision) && refusalAlone(deciding, principal, [principal]) === undefined
}

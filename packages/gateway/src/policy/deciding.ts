import { type Decision } from '@armorer/core'
import { type Intent } from '../intent.js'
import { onlyPersons } from '../principal.js'
import { type Principal } from '../request.js'

/** Who may decide about what waits, and how many of them it takes. */
export interface Deciding {
  /** Whoever asked for it, or changed it last, does not decide about it. */
  readonly fourEyes: boolean
  /** The persons with the role of an approver; `undefined`: every person has it. */
  readonly approvers: readonly string[] | undefined
  /** How many different persons must approve. */
  readonly quorum: number
  /** How many changes of each account a person must see after the policy has changed. */
  readonly firstChanges: number
  /** What is kept of an approval, so that nobody can make one of what is written in the database alone. */
  readonly seal?: ((intent: Intent, by: string) => string) | undefined
}

/** One person, any person: so it is where a policy says nothing of it. */
export const ANYONE: Deciding = Object.freeze({
  fourEyes: false,
  approvers: undefined,
  quorum: 1,
  firstChanges: 0,
})

/** Where a policy cannot be read. */
export const NOBODY: Deciding = Object.freeze({
  fourEyes: true,
  approvers: [],
  quorum: 1,
  firstChanges: 0,
})

/** Why someone may not decide; `undefined` if they may. `askers` are those who want it as it stands. */
export function refusalFor(
  { fourEyes, approvers }: Deciding,
  principal: Principal,
  askers: readonly Principal[],
): string | undefined {
  const refusal = onlyPersons(principal, 'decides')
  if (refusal) return refusal.reason
  const { id } = principal
  if (approvers && !approvers.includes(id)) return `${id} has not the role of an approver`
  const isAsker = askers.some((asker) => asker.kind === 'person' && asker.id === id)
  if (fourEyes && isAsker) return `four eyes: ${id} wants it, so someone else decides`
  return undefined
}

/** Why what someone wants is not decided by that alone; `undefined` if it is. */
export function refusalAlone(
  deciding: Deciding,
  principal: Principal,
  askers: readonly Principal[],
): string | undefined {
  const refusal = refusalFor(deciding, principal, askers)
  if (refusal !== undefined || deciding.quorum === 1) return refusal
  return `${deciding.quorum} persons decide, so ${principal.id} alone does not`
}

/** Whether nothing is missing but somebody's approval. */
export function asksApproval(decision: Decision): boolean {
  return decision.kind === 'ask' && decision.asks.every((ask) => ask.for === 'approval')
}

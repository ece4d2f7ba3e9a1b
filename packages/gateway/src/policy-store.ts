import { type Intent } from './intent.js'
import { type ActivePolicy, type Reserve } from './policy/policy.js'
import { type Principal } from './request.js'
import { type StoreDenial } from './store.js'

/** A document that is to be the policy from the next claim on. Whoever asks for it has read it and found it good. */
export interface ActivateInput {
  /** Canonical JSON. */
  readonly text: string
  readonly by: Principal
  readonly reason: string
  /** The version that it is meant to replace: if another holds by now, nothing is changed. */
  readonly replaces?: number | undefined
  /** How many of the next changes of each account a person must see. */
  readonly probation?: number | undefined
}

export type Activated =
  | { readonly kind: 'activated'; readonly version: number }
  /** Another version holds already. */
  | { readonly kind: 'conflict'; readonly version: number }
  | StoreDenial

/** One version of the policy. It never changes; another takes its place. */
export interface PolicyVersion {
  readonly version: number
  readonly text: string
  readonly by: Principal
  readonly reason: string
  readonly at: number
}

export interface LiftInput {
  readonly by: Principal
  readonly reason: string
}

/** No limit looks further back, so no use is kept for longer. */
export const LONGEST_WINDOW_MS = 31 * 24 * 60 * 60 * 1_000

/** How long rules stay lifted, if nobody restores them before. */
export const LIFTED_MS = 60 * 60 * 1_000

/** How much of a limit is used up, and when there is room again for what was asked about, if ever. */
export interface Measured {
  readonly used: number
  readonly retryAfterMs?: number | undefined
}

/** What was asked once, and what the policy said to it. */
export type RecordedIntent = Pick<
  Intent,
  | 'id'
  | 'account'
  | 'principal'
  | 'mode'
  | 'operation'
  | 'class'
  | 'args'
  | 'labels'
  | 'rule'
  | 'decision'
  | 'state'
  | 'createdAt'
>

export interface RecordedPage {
  readonly account?: string | undefined
  /** Asked then or later. */
  readonly since: number
  /** After the intent of this id; ids sort by time. */
  readonly after: string
  readonly limit: number
}

/** What a store keeps for policies: their versions, what their limits count, and what was judged. */
export interface PolicyStore {
  /** Makes a document the policy, as a new version; the one that holds already stays the version that it is. */
  activatePolicy(input: ActivateInput): Promise<Activated>
  /** The policy as a claim would find it now. */
  activePolicy(): Promise<ActivePolicy>
  /** Newest first. */
  listPolicies(limit: number): Promise<readonly PolicyVersion[]>
  /** Lifts the rules of the policy for an hour. */
  liftRules(input: LiftInput): Promise<Activated>
  restoreRules(input: LiftInput): Promise<Activated>
  /** What is used up of limits now, in their order. */
  measure(account: string, reserves: readonly Reserve[]): Promise<readonly Measured[]>
  /** Oldest first. */
  listRecorded(page: RecordedPage): Promise<readonly RecordedIntent[]>
}

import { type Decision, type JsonValue, type ToolRisk } from '@armorer/core'
import { type EffectClass } from '../effect.js'
import { type Principal } from '../request.js'
import { type Deciding } from './deciding.js'
import { type Action, type Band, type Limit, type Rule } from './rule.js'

/** What a policy is asked about. */
export interface Judged {
  readonly operation: string
  readonly class: EffectClass
  readonly tool?: string | undefined
  readonly category?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly risk?: ToolRisk | undefined
  readonly account: string
  readonly args: JsonValue
  readonly principal: Principal
  readonly mode: string
  readonly labels: readonly string[]
  /** What it uses up, by dimension. */
  readonly uses: Readonly<Record<string, number>>
}

export interface Judgement {
  readonly decision: Decision
  /** Which rule is named, in records and to the person. */
  readonly rule: string
  readonly reason: string
  /** Whether the same may be done again on purpose. */
  readonly repeatable: boolean
  /** Of the policy; 0 for one in code. */
  readonly version: number
  /** What must be reserved before it may go ahead, all or none. */
  readonly reserves: readonly Reserve[]
  /** Rules that only watch, and would have made it stricter. */
  readonly shadows: readonly string[]
  /** Where the rule comes from that is named; `undefined` where none is. */
  readonly band: Band | undefined
  /** Who may decide, where it waits for a person. */
  readonly deciding: Deciding
}

/** So much of one dimension, of which at most `max` may be used in any span of that length. */
export interface Reserve {
  /** By which a denial names the limit: `limit:posts`. */
  readonly rule: string
  /** What is counted, and of whom. */
  readonly dimension: string
  readonly amount: number
  readonly max: number
  readonly windowMs: number
}

/** What the database says of the policy, read in the transaction that judges by it. */
export interface ActivePolicy {
  /** 0: none was ever made active. */
  readonly version: number
  /** Its document as canonical JSON, which never changes under its version. */
  readonly text: string | undefined
  /** Rules are lifted for now; hard rules and limits are not. */
  readonly lifted: boolean
  /** The time of the transaction. */
  readonly at: number
}

/** A rule as it holds: with its band, and what it says of itself. */
export interface HeldRule extends Rule {
  readonly band: Band
  readonly priority: number
  readonly reason: string
}

/** A rule that matches a request. */
export interface Matching {
  readonly rule: string
  readonly band: Band
  readonly action: Action
  readonly reason: string
  readonly shadow: boolean
}

/** Rules and limits that were read, checked and made quick. */
export interface RuleSet {
  readonly deciding: Deciding
  readonly rules: readonly HeldRule[]
  readonly limits: readonly Limit[]
  /** It is asked inside the transaction that claims a request, so it is quick and does not wait. */
  judge(judged: Judged, active: ActivePolicy): Judgement
  /** Every rule that matches, the one that decides first. */
  listMatching(judged: Judged, active: ActivePolicy): readonly Matching[]
}

/** Why a document is no policy, and where. */
export interface PolicyProblem {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

export type ReadPolicy =
  | { readonly kind: 'good'; readonly ruleSet: RuleSet }
  | { readonly kind: 'bad'; readonly problems: readonly PolicyProblem[] }

/** Where the rules come from that a gateway judges by. */
export interface Policy {
  readonly kind: 'code' | 'stored'
  /** The rules that hold. If it throws, everything is denied. */
  current(active: ActivePolicy): RuleSet
  /** Reads a document under the same hard rules. */
  read(document: unknown): ReadPolicy
}

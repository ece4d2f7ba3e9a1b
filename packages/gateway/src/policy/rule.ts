import { type DataSensitivity, type EffectKind, type JsonValue } from '@armorer/core'
import { type EffectClass } from '../effect.js'
import { type Principal } from '../request.js'

/** What a rule says of what it matches. The strictest of all that match is done: deny, then dry run, then approval. */
export type Action = 'allow' | 'require_approval' | 'dry_run' | 'deny'

/** How much of something: `min` and `max` both count as within. */
export interface Range {
  readonly min?: number
  readonly max?: number
}

/** What must hold of the argument at a path, such as `text` or `media.*.type`, where `*` is any entry. */
export interface ArgCondition {
  readonly path: string
  readonly exists?: boolean
  readonly equals?: string | number | boolean | null
  readonly in?: ReadonlyArray<string | number | boolean | null>
  /** A regular expression without look-around and references, which takes time in proportion to the text. */
  readonly matches?: string
  /** Of a text, in characters. */
  readonly length?: Range
  /** Of a list. */
  readonly count?: Range
  /** Links in a text. */
  readonly links?: Range
  /** Mentions (`@name`) in a text. */
  readonly mentions?: Range
}

export type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

/** Times of the week, by the clock on the wall of a time zone. A window over midnight belongs to the day on which it begins. */
export interface Schedule {
  /** An IANA zone, such as `Europe/Berlin`. */
  readonly zone: string
  /** `22:00`; from then on. */
  readonly from?: string
  /** `07:30`; until just before then. */
  readonly until?: string
  readonly days?: readonly Day[]
}

/** What is known of a tool's risk. What a tool leaves unsaid counts as the worst. */
export interface RiskCondition {
  readonly effects?: readonly EffectKind[]
  readonly idempotent?: boolean
  readonly requiresApproval?: boolean
  readonly dataSensitivity?: readonly DataSensitivity[]
  readonly externalNetwork?: boolean
  readonly systemAccess?: boolean
  readonly untrustedOutput?: boolean
}

/** How much a change uses of a dimension, such as `micro_usd`. A cost that is not known is above every `min`, and within no `max`. */
export interface CostCondition extends Range {
  readonly dimension: string
}

/** Every condition that is named must hold; what is left out does not matter. Names may end in `*`. */
export interface Conditions {
  readonly operations?: readonly string[]
  readonly classes?: readonly EffectClass[]
  /** The tool whose change it is; where it is no tool's, the operation. */
  readonly tools?: readonly string[]
  readonly categories?: readonly string[]
  readonly modes?: readonly string[]
  readonly principals?: ReadonlyArray<Principal['kind']>
  readonly accounts?: readonly string[]
  /** Any of these. */
  readonly tags?: readonly string[]
  /** Any of these. */
  readonly labels?: readonly string[]
  readonly risk?: RiskCondition
  readonly cost?: CostCondition
  /** All of these. */
  readonly args?: readonly ArgCondition[]
  readonly schedule?: Schedule
}

/** One sentence of a policy. */
export interface Rule extends Conditions {
  readonly id: string
  readonly action: Action
  /** Names the rule among equally strict ones, lowest first; it never makes a decision weaker. 200 if it is not said. */
  readonly priority?: number
  readonly label?: string
  readonly reason?: string
  /** `false`: it is there and does nothing. */
  readonly enabled?: boolean
  /** It is judged and recorded, and decides nothing. */
  readonly shadow?: boolean
  /** An `allow` that also lets the same be done again on purpose. */
  readonly repeat?: boolean
}

/** At most so much of a dimension in any span of that length, per account. */
export interface Limit extends Conditions {
  /** By which denials name it; its dimension if it is not said. */
  readonly id?: string
  /** What is counted: the name of an operation, or what an effect says that it costs. */
  readonly dimension: string
  readonly max: number
  /** `30s`, `15m`, `1h`, `1d`; at most `31d`. */
  readonly per: string
  /** Counted apart for each value of these: `args.author`, `operation`, `tool`, `category`, `mode`, `principal`. */
  readonly by?: readonly string[]
}

/** At most so many micro-dollars in any hour, day or month (of 30 days). What does not say its price is denied. */
export interface SpendCap {
  readonly max: number
  readonly per: 'hour' | 'day' | 'month'
}

/** A policy as data: all of it is read, strictly, before any of it counts. */
export interface PolicyDocument {
  /** The name of a set of rules and limits that the application brings. */
  readonly template?: string
  readonly rules?: readonly Rule[]
  readonly limits?: readonly Limit[]
  readonly spend?: readonly SpendCap[]
  /** Tools that are denied, whatever else is said. */
  readonly blocked_tools?: readonly string[]
  readonly require_approval_for?: readonly string[]
  readonly approvals?: DecisionTerms
  /** Everything is only rehearsed. */
  readonly dry_run_mutations?: boolean
}

/** Who decides about what waits. */
export interface DecisionTerms {
  /** Whoever asked does not decide. */
  readonly four_eyes?: boolean
  /** The ids of the persons who may; everyone if it is not said. */
  readonly approvers?: readonly string[]
  /** How many of them it takes; one if it is not said. */
  readonly quorum?: number
  /** How many of the next changes a person sees when the policy has changed; three if it is not said, 0 for none. */
  readonly first_changes?: number
}

/** Rules and limits under a name, for documents to build on. */
export interface Template {
  readonly rules: readonly Rule[]
  readonly limits?: readonly Limit[]
}

/** Where a rule comes from. A later band can only tighten an earlier one. */
export type Band = 'hard' | 'template' | 'user' | 'compatibility'

/** The dimension that spend caps count. */
export const MICRO_USD = 'micro_usd'

/** What an argument can be compared with. */
export type Scalar = Exclude<JsonValue, object>

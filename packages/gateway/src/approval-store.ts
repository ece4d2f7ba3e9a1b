import { type JsonValue } from '@armorer/core'
import { type Slot } from './effect.js'
import { type HoldingIntent, type Intent } from './intent.js'
import { type Deciding } from './policy/deciding.js'
import { type ActivePolicy, type Judgement } from './policy/policy.js'
import { type Conditions } from './policy/rule.js'
import { type Principal } from './request.js'
import { type CompleteInput, type StoreDenial, type Succeeded } from './store.js'

export interface Decider {
  readonly principal: Principal
  readonly note?: string | undefined
  /** The `content` of what the person saw: if it has been edited since, nothing is decided. */
  readonly content?: string | undefined
}

export type Decided =
  | { readonly kind: 'decided'; readonly intent: Intent }
  | StoreDenial
  /** It waits no longer; this is what has become of it. */
  | { readonly kind: 'moved_on'; readonly intent: Intent }
  | { readonly kind: 'conflict'; readonly holder: HoldingIntent }

/** What a person has found out of an intent that nobody else could: or that it is worth another try. */
export type Resolution<Ended = Succeeded> =
  | ({ readonly kind: 'applied' } & Omit<Ended, 'kind'>)
  /** It was certainly not done, so it may be asked for again. */
  | { readonly kind: 'not_applied' }
  /** It is looked for again; where it has steps, it is gone on with. */
  | { readonly kind: 'go_on' }

/** A resolution that is none would end or repeat something. */
export function noResolution(said: unknown): TypeError {
  return new TypeError(
    `a resolution is of the kind applied, not_applied or go_on, and not ${JSON.stringify(said)}`,
  )
}

export interface ResolveInput {
  readonly intent: string
  readonly by: Decider
  readonly resolution: Resolution
  readonly record: CompleteInput['record']
}

export const HISTORY_KINDS = ['edited', 'voted', 'noted', 'snoozed'] as const

export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** What a person did to an intent while it waited. */
export interface HistoryEvent {
  readonly at: number
  readonly kind: HistoryKind
  readonly by: string
  readonly note?: string | undefined
  /** For an edit: the arguments as they were before. */
  readonly before?: JsonValue | undefined
}

/** A word of a person on what waits, or the wish not to see it for a while. */
export interface RemarkInput {
  readonly intent: string
  readonly by: Decider
  /** Without it, it is a note. */
  readonly snoozeUntil?: number | undefined
}

/** A token that was forged, replayed, stolen or too old, and who came with it. */
export interface RefusedTokenInput {
  readonly code: string
  readonly by: Principal
  /** Missing where the token itself cannot be believed. */
  readonly account?: string | undefined
  readonly intent?: string | undefined
}

/** A decision in advance: so many changes of one shape, until then. */
export interface Grant {
  readonly id: string
  readonly account: string
  readonly operation: string
  /** What must hold of a change: conditions as those of a rule. */
  readonly when: Conditions
  readonly by: string
  readonly left: number
  readonly until: number
  readonly at: number
}

export interface GrantInput extends Pick<Grant, 'id' | 'account' | 'operation' | 'when' | 'until'> {
  readonly by: Decider
  readonly times: number
  readonly deciding?: DecidingBy | undefined
}

export interface RevokeInput extends Pick<Grant, 'id' | 'account'> {
  readonly by: Decider
}

export type Granted = { readonly kind: 'granted'; readonly grant: Grant } | StoreDenial

/** Who may decide, by the policy that holds in the transaction. */
export type DecidingBy = (active: ActivePolicy) => Deciding

export interface EditInput {
  readonly deciding?: DecidingBy | undefined
  readonly intent: string
  readonly by: Decider
  readonly args: JsonValue
  readonly content: string
  readonly slot: Slot | undefined
  readonly judge: (intent: Intent, active: ActivePolicy) => Judgement
}

/** What a gateway needs of a database for decisions of persons. */
export interface ApprovalStore {
  /** One voice for it; with as many as the policy wants it goes ahead. Where nothing is said, any one person decides. */
  approve(intent: string, by: Decider, deciding?: DecidingBy): Promise<Decided>
  reject(intent: string, by: Decider, deciding?: DecidingBy): Promise<Decided>
  remark(input: RemarkInput): Promise<Decided>
  history(intent: string): Promise<readonly HistoryEvent[]>
  /** Someone has tried a token that decides nothing: that is on record, and nothing else comes of it. */
  recordRefusedToken(input: RefusedTokenInput): Promise<void>
  /** Whoever should know that it waits has been told. */
  markTold(intent: string): Promise<void>
  addGrant(input: GrantInput): Promise<Granted>
  revokeGrant(input: RevokeInput): Promise<Granted>
  listGrants(account: string): Promise<readonly Grant[]>
  edit(input: EditInput): Promise<Decided>
  /** Ends what only a person can end, or lets it be tried again. */
  resolve(input: ResolveInput): Promise<Decided>
}

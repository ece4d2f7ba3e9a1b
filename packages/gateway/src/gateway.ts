import { type JsonValue, type OutputOf, type ToolSchema } from '@armorer/core'
import { type Activation, type PolicyChange } from './activate.js'
import { type AuditEvent, type AuditHead, type AuditVerdict } from './audit.js'
import { type EraseInput, type Erased } from './audit/erasure.js'
import { type BreakerTerms } from './breakers.js'
import { type ApprovalKeys } from './approval-token.js'
import { type Clock } from './clock.js'
import { type DescribedIntent } from './describe.js'
import { type CompareInput, type Comparison } from './compare.js'
import { type Effect } from './effect.js'
import { type NotifyOptions } from './notify.js'
import { type Explanation } from './explain.js'
import { type Ids } from './ids.js'
import { type Intent } from './intent.js'
import { type Memory } from './memory.js'
import { type Denial, type GatewayDecision, type Outcome } from './outcome.js'
import { type Permit, type StagingPermit } from './permit.js'
import { type Policy } from './policy/policy.js'
import { type PolicyDocument } from './policy/rule.js'
import { type RehearseOptions, type Rehearsed } from './rehearse.js'
import { type GatewayRequest, type Principal, type RunOptions } from './request.js'
import { type HumanResolution } from './resolve.js'
import { type Activated, type LiftInput, type PolicyVersion } from './policy-store.js'
import {
  type ControlView,
  type IntentFilter,
  type PauseInput,
  type ProbationInput,
  type Store,
} from './store.js'
import {
  type Decided,
  type Decider,
  type Grant,
  type Granted,
  type HistoryEvent,
  type RefusedTokenInput,
  type RemarkInput,
  type RevokeInput,
} from './approval-store.js'
import { type BulkDecided, type GrantRequest, type SeenItem } from './decide.js'
import { type Ticket } from './ticket.js'
import { type Times } from './times.js'

export interface GatewayOptions {
  readonly store: Store
  readonly effects: readonly Effect[]
  /** Without one, everything is denied. */
  readonly policy?: Policy | undefined
  readonly times?: Times | undefined
  readonly clock?: Clock | undefined
  readonly ids?: Ids | undefined
  readonly memory?: Memory | undefined
  /** Under these approvals are sealed: who can write to the database still cannot approve. */
  readonly approvalKeys?: ApprovalKeys | undefined
  /** When an account stops by itself; what is not said stays as usual. `false`: never. */
  readonly breakers?: Partial<BreakerTerms> | false | undefined
  /** Programs older than what the database demands cannot write. */
  readonly writerVersion?: number | undefined
}

/** What a dispatch gives: leave to send exactly this request, or what became of it instead. */
export type DispatchResult =
  | { readonly kind: 'dispatched'; readonly permit: Permit; readonly request: unknown }
  | Outcome

export interface ReconcileReport {
  /** How many were looked at. */
  readonly looked: number
  readonly succeeded: number
  readonly failed: number
  readonly waiting: number
  readonly needsHuman: number
}

/** Judges changes before they are made, lets each out once, and finds out what became of it. */
export interface Gateway {
  /** Claims a request and says what may be done. For code that wants to read the sequence; `run` does all of it. */
  evaluate<In extends ToolSchema, Out extends ToolSchema>(
    request: GatewayRequest<In, Out>,
    options?: RunOptions,
  ): Promise<GatewayDecision<OutputOf<Out>>>
  /** Lets a ticket out: from here on its outcome counts. */
  dispatch(ticket: Ticket, options?: RunOptions): Promise<DispatchResult>
  completeSuccess(ticket: Ticket, applied: Applied): Promise<Outcome>
  completeFailure(ticket: Ticket, refused: Refused): Promise<Outcome>
  completeUnknown(ticket: Ticket, message: string): Promise<Outcome>

  /** The whole of it: judge, claim, send once, record. */
  run<In extends ToolSchema, Out extends ToolSchema>(
    request: GatewayRequest<In, Out>,
    options?: RunOptions,
  ): Promise<Outcome<OutputOf<Out>>>
  /** What has become of an intent. */
  outcome(intent: string): Promise<Outcome | undefined>
  show(intent: string): Promise<Intent | undefined>
  /** The same, with what it would do and use up: what a person sees before deciding. */
  describe(intent: string): Promise<DescribedIntent | undefined>
  list(filter?: IntentFilter): Promise<readonly Intent[]>
  hasEffect(operation: string): boolean

  /** A person lets a waiting intent go ahead. `execute` then runs it, once, with the arguments as they are kept. */
  approve(intent: string, by: Decider): Promise<Decided>
  reject(intent: string, by: Decider): Promise<Decided>
  /** Several decisions of one person, each by itself and of what was seen; ten at most. */
  decideAll(
    decision: 'approve' | 'reject',
    by: Pick<Decider, 'principal' | 'note'>,
    items: readonly SeenItem[],
  ): Promise<BulkDecided>
  /** Says something about what waits; with a time, nobody wants to see it before then. */
  remark(input: RemarkInput): Promise<Decided>
  /** What persons did to an intent while it waited: edits, voices, notes. */
  history(intent: string): Promise<readonly HistoryEvent[]>
  /** Keeps that someone has tried a token that decides nothing. */
  recordRefusedToken(input: RefusedTokenInput): Promise<void>
  /** Lets so many changes of one shape through without asking for each. It lifts no hard rule and no limit. */
  grant(by: Decider, request: GrantRequest): Promise<Granted>
  revokeGrant(input: RevokeInput): Promise<Granted>
  listGrants(account: string): Promise<readonly Grant[]>
  edit(intent: string, by: Decider, args: JsonValue): Promise<Decided>
  execute(intent: string): Promise<Outcome>
  /** Executes whatever was approved and has not been executed, by this process or another. */
  executeApproved(): Promise<readonly Outcome[]>

  /** A person ends what needs one, by what was found out, or lets it be tried again. */
  resolve(intent: string, by: Decider, resolution: HumanResolution): Promise<Decided>

  /** Looks once after everything whose holder has gone quiet. */
  reconcile(): Promise<ReconcileReport>
  /** Does so again and again, and executes what was approved. Returns how to stop. */
  tend(options?: { readonly everyMs?: number }): () => Promise<void>

  /** Tells everyone of every approval, at least once. Returns how to stop. */
  notify(options: NotifyOptions): () => Promise<void>
  /** Holds what is there at the far side against what was asked for; where they differ, the account is paused. */
  compare(input: CompareInput): Promise<Comparison>

  /** Leave to stage a content, such as a file, before the intent that needs it. */
  stage(account: string, purpose: string, content: string): Promise<StagingPermit | Denial>

  /** Stops an account, or all. Whoever it is may do so. */
  pause(input: PauseInput): Promise<void>
  /** For persons only; it throws where an agent or a loop asks for it. */
  resume(input: PauseInput): Promise<void>
  /** For persons only, too. */
  requireWriterVersion(version: number, by: Principal): Promise<void>
  /** After an upgrade or a new login: so many of the next changes a person must see. Only a person makes it fewer. */
  beginProbation(input: ProbationInput): Promise<void>
  control(account: string): Promise<ControlView>

  /** Makes a document the policy of everyone who uses this database, as a new version. It needs a `storedPolicy`. */
  activatePolicy(document: PolicyDocument, activation: Activation): Promise<PolicyChange>
  /** The versions of the policy, newest first. */
  listPolicies(limit?: number): Promise<readonly PolicyVersion[]>
  /** Lifts the rules for an hour, on record. Hard rules, limits and pauses still hold. */
  liftRules(input: LiftInput): Promise<Activated>
  restoreRules(input: LiftInput): Promise<Activated>
  /** What would become of a request now, why, and what would change it. */
  explain<In extends ToolSchema, Out extends ToolSchema>(
    request: GatewayRequest<In, Out>,
  ): Promise<Explanation | Denial>
  /** What would have differed since then, had this been the policy. */
  rehearse(document: PolicyDocument, options: RehearseOptions): Promise<Rehearsed>

  auditTrail(account: string, since?: number): AsyncIterable<AuditEvent>
  verifyAudit(account?: string): Promise<AuditVerdict>
  auditHeads(): Promise<readonly AuditHead[]>
  /** Writes down where every chain ends. Sign what it gives and keep it elsewhere, and no later change of the past goes unseen. */
  checkpoint(): Promise<AuditHead>
  /** A person has what intents were about forgotten; that they were stays known. */
  erase(input: EraseInput): Promise<Erased>

  /** Takes nothing more, waits for what is on its way, and closes the store. */
  close(): Promise<void>
}

export interface Applied {
  readonly value: unknown
  readonly externalId?: string | undefined
}

export interface Refused {
  readonly code: string
  readonly message: string
  readonly retryAfterMs?: number | undefined
}

/** What can be asked for, and how it is carried out. */
export { operation } from './operation.js'
export type { Operation } from './operation.js'
export { effect } from './effect.js'
export { sequence } from './sequence.js'
export type { SequenceSpec } from './sequence.js'
export type {
  Effect,
  EffectClass,
  EffectSpec,
  LocalChange,
  LocalEffectSpec,
  Look,
  LookWindow,
  LostIntent,
  RunStep,
  SendCall,
  Sent,
  SettledIntent,
  Slot,
  Stage,
  UndoRequest,
} from './effect.js'
export { effectOf, operationOf } from './effect-of.js'
export type { EffectOfOptions } from './effect-of.js'
export type { GatewayRequest, Principal, RunOptions, ToolHandler } from './request.js'

/** The gateway. */
export { createGateway, WRITER_VERSION } from './create-gateway.js'
export type {
  Applied,
  DispatchResult,
  Gateway,
  GatewayOptions,
  ReconcileReport,
  Refused,
} from './gateway.js'
export { gated } from './gated.js'
export type { GateOptions } from './gated.js'
export { toToolResult } from './to-tool-result.js'
export type {
  Denial,
  DenialCode,
  Failure,
  GatewayDecision,
  IntentRef,
  NeedsApproval,
  Omitted,
  Outcome,
  Replayed,
} from './outcome.js'
export { notSentYet } from './to-outcome.js'
export type { Ticket } from './ticket.js'
export type { Intent, IntentState, KeptFailure } from './intent.js'
export { UnknownOperation } from './parts.js'
export type { CompareInput, Comparison, FarItem, Missing } from './compare.js'
export type { Notifier, NotifyOptions } from './notify.js'
export { BREAKERS } from './breakers.js'
export type { BreakerTerms } from './breakers.js'
export type { BulkDecided, DecidedItem, GrantRequest, SeenItem } from './decide.js'
export type { DescribedIntent } from './describe.js'
export type { FoundByHand, HumanResolution } from './resolve.js'

/** Whether it may go ahead. */
export { HARD_RULES } from './policy/hard-rules.js'
export { PolicyError, rulesPolicy, storedPolicy } from './policy/rules-policy.js'
export type { RulesOptions } from './policy/rules-policy.js'
export type { Ground } from './policy/read-policy.js'
export type {
  ActivePolicy,
  HeldRule,
  Judged,
  Judgement,
  Matching,
  Policy,
  PolicyProblem,
  ReadPolicy,
  Reserve,
  RuleSet,
} from './policy/policy.js'
export { toMilliseconds } from './policy/duration.js'
export { MICRO_USD } from './policy/rule.js'
export type {
  Action,
  ArgCondition,
  Band,
  Conditions,
  CostCondition,
  Day,
  Limit,
  PolicyDocument,
  Range,
  RiskCondition,
  Rule,
  Schedule,
  SpendCap,
  Template,
} from './policy/rule.js'

/** A policy that can be changed, explained and rehearsed. */
export type { Activation, PolicyChange } from './activate.js'
export type { Explanation, LimitState } from './explain.js'
export type { Change } from './policy/list-changes.js'
export type {
  Difference,
  Rehearsal,
  Rehearsed,
  RehearseOptions,
  Turn,
  Verdict,
} from './rehearse.js'

/** A decision that comes by a link or a form. */
export { decideByToken, openApproval, sealApproval } from './approval-token.js'
export type {
  ApprovalClaims,
  ApprovalKeys,
  ApprovalTerms,
  OpenedApproval,
  TokenDecision,
  TokenFailure,
  TokenRefused,
  TokenUse,
} from './approval-token.js'

/** Leave to send. */
export { checkStagingPermit, PermitError, spendPermit } from './permit.js'
export type { Permit, PermitFailure, StagingPermit } from './permit.js'

/** What a gateway stands on. */
export { DEFAULT_TIMES, scaleTimes } from './times.js'
export type { Times } from './times.js'
export { systemClock } from './clock.js'
export type { Clock } from './clock.js'
export { systemIds } from './ids.js'
export type { Ids } from './ids.js'
export { createMemory, noMemory } from './memory.js'
export type { Memory } from './memory.js'
export { LocalConflict, StorageError } from './store.js'
export type { Activated, LiftInput, Measured, PolicyVersion } from './policy-store.js'
export type { ControlView, IntentFilter, PauseInput, StorageFailure, Store } from './store.js'
export type {
  Decided,
  Decider,
  Grant,
  Granted,
  HistoryEvent,
  HistoryKind,
  RefusedTokenInput,
  RemarkInput,
  RevokeInput,
} from './approval-store.js'
export type { AuditEvent, AuditHead, AuditKind, AuditLink, AuditVerdict } from './audit.js'
export type { Erased, EraseInput } from './audit/erasure.js'

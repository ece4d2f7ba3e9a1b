import { type JsonValue } from '@armorer/core'
import { type CompiledQuery } from 'kysely'
import { type ApprovalStore, type Grant } from './approval-store.js'
import { type AuditEvent, type AuditHead, type AuditVerdict } from './audit.js'
import { type EraseInput, type Erased } from './audit/erasure.js'
import { type BreakerTerms } from './breakers.js'
import { type EffectClass, type Slot, type UndoRequest } from './effect.js'
import { type HoldingIntent, type Intent, type IntentState, type KeptFailure } from './intent.js'
import { type DenialCode, type Omitted } from './outcome.js'
import { type ActivePolicy, type Judgement } from './policy/policy.js'
import { type PolicyStore } from './policy-store.js'
import { type Principal } from './request.js'

/** What an intent uses up. */
export type Uses = Readonly<Record<string, number>>

/** An intent before anyone has looked whether it may be. */
export interface NewIntent {
  readonly id: string
  readonly correlationId: string
  readonly account: string
  readonly principal: Principal
  readonly mode: string
  readonly operation: string
  readonly class: EffectClass
  readonly args: JsonValue
  /** The same as canonical JSON: what is kept of them. */
  readonly argsText: string
  readonly content: string
  readonly clientKey: string | undefined
  readonly labels: readonly string[]
  readonly slot: Slot | undefined
  /** The same content may be there already: it is meant again. */
  readonly allowRepeat: boolean
  /** The person who asks decides at once. */
  readonly confirmed: boolean
  /** Where it is a step of another intent. */
  readonly step: StepOf | undefined
}

/** Which step of which intent. */
export interface StepOf {
  readonly intent: string
  readonly index: number
}

/** What a dispatch keeps, so that anyone can find out later what became of it. */
export interface DispatchNote {
  readonly requestHash: string
  readonly probe: JsonValue | undefined
}

export interface Lease {
  readonly intent: string
  readonly owner: string
  readonly generation: number
}

export interface ClaimInput {
  readonly intent: NewIntent
  /** Asked once what the database says of the policy is known; what it reserves is reserved in the same transaction. */
  readonly judge: (active: ActivePolicy) => Judgement
  readonly uses: Uses
  readonly owner: string
  readonly writerVersion: number
  /** With it, claim and dispatch are one transaction. */
  readonly dispatch?: DispatchNote | undefined
  /** Statements of a local effect: claim, change and record are one transaction. */
  readonly local?: LocalWork | undefined
  /** Whether a grant speaks of this. */
  readonly covers: (grant: Grant, at: number) => boolean
  /** Asked at the last moment before anything is written. */
  readonly isCancelled: () => boolean
  /** Told inside the transaction that lets it out, before that is committed. */
  readonly onBegin: () => void
  /** How many calls are under way: where each of them waits for the same commit, that need not wait for more. */
  readonly countCalls?: (() => number) | undefined
}

export interface LocalWork {
  readonly statements: ReadonlyArray<{ readonly query: CompiledQuery; readonly rows?: number }>
  readonly settled: Succeeded
}

export interface StoreDenial {
  readonly kind: 'denied'
  readonly code: DenialCode
  readonly reason: string
  readonly rule?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly intent?: string | undefined
}

/** An intent that is ours now, and since when. */
interface Held {
  readonly lease: Lease
  readonly at: number
}

export type Claimed =
  | ({ readonly kind: 'claimed' } & Held)
  | ({ readonly kind: 'dispatched' } & Held)
  | { readonly kind: 'applied'; readonly intent: Intent }
  | { readonly kind: 'routed'; readonly intent: Intent }
  | { readonly kind: 'dry_run'; readonly rule: string }
  | StoreDenial
  /** Someone has it already. */
  | { readonly kind: 'held'; readonly holder: HoldingIntent; readonly by: HeldBy }

/** By what a holder is known: the client's key, the same content, or a slot that is being set. */
export type HeldBy = 'key' | 'fingerprint' | 'slot'

export interface DispatchInput {
  readonly lease: Lease
  readonly note: DispatchNote
  readonly judge: (active: ActivePolicy) => Judgement
  readonly writerVersion: number
  readonly isCancelled: () => boolean
  readonly onBegin: () => void
}

export type Dispatched = { readonly kind: 'dispatched'; readonly at: number } | StoreDenial

/** An approved intent goes on its way: with the stored arguments, and a policy that can still say no. */
export interface ExecuteInput {
  readonly intent: string
  readonly owner: string
  /** Without it, the intent is only claimed: something must be prepared first. */
  readonly note: DispatchNote | undefined
  readonly local?: LocalWork | undefined
  readonly judge: (intent: Intent, active: ActivePolicy) => Judgement
  readonly uses: Uses
  readonly writerVersion: number
  readonly onBegin: () => void
}

export type Executing =
  | ({ readonly kind: 'claimed' } & Held)
  | ({ readonly kind: 'dispatched' } & Held)
  | { readonly kind: 'applied'; readonly intent: Intent }
  | { readonly kind: 'moved_on'; readonly intent: Intent }
  | StoreDenial

export interface Succeeded {
  readonly kind: 'succeeded'
  readonly value: JsonValue | undefined
  readonly omitted?: Omitted | undefined
  readonly externalId?: string | undefined
  readonly undo?: UndoRequest | undefined
  readonly evidence?: JsonValue | undefined
}

export type Settlement =
  | Succeeded
  | ({ readonly kind: 'failed'; readonly evidence?: JsonValue | undefined } & KeptFailure)
  | { readonly kind: 'unknown'; readonly message: string }
  /** Part of it is done. */
  | {
      readonly kind: 'needs_human'
      readonly message: string
      readonly evidence?: JsonValue | undefined
    }

/** By what breakers judge an outcome. */
export interface Watched {
  /** Without terms nothing is watched. */
  readonly breakers?: BreakerTerms | undefined
  /** What of it people read. */
  readonly text?: string | undefined
  /** The far side said no. */
  readonly isRefusal?: boolean | undefined
}

export interface CompleteInput extends Watched {
  readonly lease: Lease
  readonly settlement: Settlement
  /** The application's own statements, in the same transaction. */
  readonly record: (at: number) => readonly CompiledQuery[]
  /** As of a claim. */
  readonly countCalls?: (() => number) | undefined
}

export type Completed =
  /** The state is not always what was said: what is another's already cannot be this one's too. */
  | { readonly kind: 'completed'; readonly state: IntentState }
  /** Someone else holds it now; this is what has become of it. */
  | { readonly kind: 'lost'; readonly intent: Intent }

/** What a reconciler has learned of one intent that it holds. */
export type LookRecord =
  | ({ readonly evidence?: JsonValue | undefined } & Succeeded)
  | { readonly kind: 'absent'; readonly evidence?: JsonValue | undefined }
  | { readonly kind: 'ambiguous'; readonly evidence?: JsonValue | undefined }
  | { readonly kind: 'unreadable'; readonly message: string }
  /** Nothing could be tried now, and that says nothing about it: everything is paused, say. */
  | {
      readonly kind: 'postponed'
      readonly message: string
      readonly retryAfterMs?: number | undefined
    }

export type Looked =
  | { readonly kind: 'recorded'; readonly state: IntentState }
  | { readonly kind: 'lost' }

export interface DueIntent {
  readonly lease: Lease
  readonly intent: Intent
}

/** Whom a pause is for: one account, or all. */
export interface PauseInput {
  readonly account?: string | undefined
  readonly by: Principal
  readonly reason: string
}

/** Something has changed that may make the next changes other than expected. */
export interface ProbationInput extends PauseInput {
  readonly changes: number
}

export interface ControlView {
  readonly paused: boolean
  readonly reason: string | undefined
  readonly minWriterVersion: number
  /** Which version of the policy holds; 0 where none was made active. */
  readonly policyVersion: number
  /** Until when the rules of the policy are lifted, if they were; hard rules, limits and pauses never are. */
  readonly liftedUntil: number | undefined
  /** How many changes of the account a person is still to see first, whatever the rules allow. */
  readonly probation: number
}

/** What a gateway needs of a database. Every change is one transaction, which also appends to the audit chain. */
export interface Store extends ApprovalStore, PolicyStore {
  claim(input: ClaimInput): Promise<Claimed>
  dispatch(input: DispatchInput): Promise<Dispatched>
  complete(input: CompleteInput): Promise<Completed>

  /** The row that answers this request already, if it was done and its time is not over. It only reads. */
  findDone(search: DoneSearch): Promise<HoldingIntent | undefined>
  /** Whether it pays to ask for that before any claim of this kind, which would find it out in any case. */
  looksFirst(account: string, slot: Slot | undefined): boolean
  findIntent(id: string): Promise<Intent | undefined>
  listIntents(filter: IntentFilter): Promise<readonly Intent[]>
  isBound(account: string, operation: string, externalId: string): Promise<boolean>
  /**
   * Written with the next commit, soon; nobody waits for it, and a crash, or a database that cannot be written, may lose it. Those of
   * one who asks for the same again before then are one link, which counts them.
   */
  recordReplay(original: Pick<Intent, 'id' | 'account'>, principal: Principal): void

  execute(input: ExecuteInput): Promise<Executing>

  /**
   * Takes up to `limit` intents whose holder has gone quiet, and settles those that were never sent. Of what was sent only
   * what `operations` names: the rest is left to a program that can look for it.
   */
  takeDue(
    owner: string,
    limit: number,
    operations: readonly string[],
  ): Promise<readonly DueIntent[]>
  recordLook(
    lease: Lease,
    look: LookRecord,
    record: CompleteInput['record'],
    watched?: Watched,
  ): Promise<Looked>
  /** Dispatches an intent of unknown outcome once more: for what may safely be repeated. */
  redispatch(lease: Lease, writerVersion: number, onBegin: () => void): Promise<Dispatched>

  pause(input: PauseInput): Promise<void>
  resume(input: PauseInput): Promise<void>
  requireWriterVersion(version: number, by: Principal): Promise<void>
  /** So many of the next changes a person must see: of one account, or of each. */
  beginProbation(input: ProbationInput): Promise<void>
  control(account: string): Promise<ControlView>

  auditTrail(account: string, since?: number): AsyncIterable<AuditEvent>
  verifyAudit(account?: string): Promise<AuditVerdict>
  /** The ends of all chains that have begun, at one moment. */
  auditHeads(): Promise<readonly AuditHead[]>
  /** Writes the ends of all chains into the chain that concerns everyone, and gives that one's end: it stands for all of them. */
  checkpoint(): Promise<AuditHead>
  /** Forgets what intents were about, in their rows and in the audit; the chain holds all the same. */
  erase(input: EraseInput): Promise<Erased>

  close(): Promise<void>
}

export interface DoneSearch {
  readonly account: string
  readonly content: string
  readonly clientKey: string | undefined
  readonly slot: Slot | undefined
  readonly allowRepeat: boolean
  /** Not by its content: a key that is new joins it by a claim, which makes it its key too. */
  readonly keyOnly?: boolean | undefined
}

export interface IntentFilter {
  readonly account?: string | undefined
  /** The number under which an approval waits. */
  readonly queueId?: number | undefined
  readonly operations?: readonly string[] | undefined
  readonly states?: readonly IntentState[] | undefined
  /** Not those that nobody wants to see yet, at this time. */
  readonly awakeAt?: number | undefined
  /** Asked for then or later. */
  readonly since?: number | undefined
  /** Sent then or later, whenever it was asked for. */
  readonly sentSince?: number | undefined
  /** Asked for by this principal under this key. */
  readonly under?: { readonly principal: Principal; readonly idempotencyKey: string } | undefined
  /** Under which the far side knows what came of it. */
  readonly externalId?: string | undefined
  /** Of which nobody has been told yet. */
  readonly untold?: boolean | undefined
  /** Asked for after this one, and then oldest first. */
  readonly after?: string | undefined
  /** Attempts at one step of another intent. */
  readonly step?: StepOf | undefined
  readonly limit?: number | undefined
}

/** The failure of a payment of which nothing was heard. It changed nothing else, so it may be made again; its cost stays counted. */
export const PERHAPS_SPENT = 'perhaps_spent'

export type StorageFailure =
  | 'busy'
  | 'full'
  | 'read_only'
  | 'corrupt'
  | 'replaced'
  | 'schema_newer'
  | 'closed'
  | 'unavailable'

/** The database could not do it. Nothing was changed by the call that this ends. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageFailure

  constructor(code: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A row that a local change is about is not there any more, or of another version. All of the change is undone. */
export class LocalConflict extends Error {
  override readonly name = 'LocalConflict'

  constructor() {
    super('a row that this change is about is not there any more, or of another version')
  }
}

import {
  type Ask,
  type JsonObject,
  type RunItem,
  type StopReason,
  type ToolErrorData,
} from '@armorer/core'
import { type AskedCall } from '../model/model-service.js'

/** What a run writes down, one after the other. Everything else about it is worked out from these. */
export type RunRecord =
  | StartRecord
  | SaidRecord
  | AnswerRecord
  | BeganRecord
  | OutputRecord
  | WaitingRecord
  | DecidedRecord
  | HandoffRecord
  | StopRecord

/** A run begins: who runs, and with what. */
export interface StartRecord {
  readonly kind: 'start'
  readonly version: 1
  readonly runId: string
  readonly agent: string
  /** What the agent is told first, and what is said to it: all in one, so that no crash can leave a run without its question. */
  readonly items: readonly RunItem[]
  /** Of the items, how many are the agent's own instructions. */
  readonly instructions: number
  /** The agent's settings, and over them what the first request brought. */
  readonly settings: JsonObject
  readonly given: JsonObject
  /** Hash of the tools that the model is offered. */
  readonly tools: string
  readonly labels: readonly string[]
  /** Milliseconds since 1970. */
  readonly at: number
  readonly forkOf?: ForkOrigin | undefined
}

/** The run that another goes on from, as its own. */
export interface ForkOrigin {
  readonly runId: string
  /** Up to which item. */
  readonly at: number
  /** How many items of this log are from there: fewer, where the cut lies within a record or an open decision was left behind. */
  readonly items?: number | undefined
  /** Calls without an output here that were begun there: the key of each, by its place in the log. */
  readonly begun?: Readonly<Record<string, string>> | undefined
}

/** Something is said to the model that is neither its own answer nor a tool's. */
export interface SaidRecord {
  readonly kind: 'said'
  /** Whoever asks the agent, or the run itself. */
  readonly by: 'user' | 'run'
  /** Of the items, how many first close calls that were still open: someone speaks instead of deciding. */
  readonly closing?: number | undefined
  /** Where it comes from: `untrusted` for words of strangers. */
  readonly labels?: readonly string[] | undefined
  readonly items: readonly RunItem[]
}

export interface AnswerRecord {
  readonly kind: 'answer'
  /** The answer, and what it cost. */
  readonly items: readonly RunItem[]
  /** Left out where the items say all there is to know of them. */
  readonly calls?: readonly AskedCall[] | undefined
  readonly stop: StopReason
}

/** A call that may change something is about to be made: after a crash nobody knows whether it was. */
export interface BeganRecord {
  readonly kind: 'began'
  readonly callId: string
}

export interface OutputRecord {
  readonly kind: 'output'
  readonly callId: string
  readonly outcome: OutcomeKind
  /** What is said to the model about it, and what was decided. */
  readonly items: readonly RunItem[]
  /** It may hold words of strangers. */
  readonly untrusted?: true | undefined
}

export type OutcomeKind =
  | 'done'
  | 'duplicate'
  | 'failed'
  | 'denied'
  | 'dry_run'
  | 'in_progress'
  | 'unknown'
  | 'cancelled'

/** The run stands still until a person has decided on these calls. */
export interface WaitingRecord {
  readonly kind: 'waiting'
  readonly calls: readonly WaitingCall[]
  /** What was decided of each: that a person is asked. */
  readonly items: readonly RunItem[]
}

export interface WaitingCall {
  readonly callId: string
  readonly tool: string
  readonly arguments: string
  readonly asks: readonly Ask[]
  readonly approvalId?: string | undefined
  /** The run of another agent, within this call, that waits. */
  readonly runId?: string | undefined
}

/** A person has decided on a call of this run. */
export interface DecidedRecord {
  readonly kind: 'decided'
  readonly callId: string
  readonly items: readonly RunItem[]
}

/** Another agent of the run goes on, and sees these items as its history so far. */
export interface HandoffRecord {
  readonly kind: 'handoff'
  readonly to: string
  readonly items: readonly RunItem[]
  readonly view: readonly RunItem[]
}

export interface StopRecord {
  readonly kind: 'stop'
  readonly stop: RunStop
  readonly items: readonly RunItem[]
}

/** Why a run is over, for now or for good. */
export type RunStop =
  /** The model has answered, and asks for nothing more. */
  | { readonly kind: 'done' }
  | { readonly kind: 'waiting'; readonly calls: readonly WaitingCall[] }
  | { readonly kind: 'out_of_turns'; readonly turns: number }
  /** A stop policy says so. */
  | { readonly kind: 'stopped'; readonly policy: string; readonly reason: string }
  /** The answer ran out of tokens, was refused or filtered, broke off, or ended for a reason that nobody here knows. */
  | { readonly kind: 'truncated' | 'refused' | 'broken' | 'unclear' }
  /** The final answer does not fit its schema, however often it was asked for. */
  | { readonly kind: 'invalid_output'; readonly problems: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: ToolErrorData }

import { type JsonValue } from '../json.js'
import { type Usage } from './run-item.js'

/** What a model answered, whole, whether it came in one piece or as a stream. */
export interface ModelAnswer {
  /** What the answer adds to the history, as the wire has it. */
  readonly entries: readonly JsonValue[]
  readonly text: string
  readonly calls: readonly AnsweredCall[]
  readonly stop: StopReason
  readonly usage?: Usage
  readonly failure?: AnswerFailure
}

/** What a provider says went wrong, in the place of an answer or in the middle of one. */
export interface AnswerFailure {
  readonly message: string
  /** What HTTP calls it, where the provider says so by a number or a name that is known. */
  readonly status?: number
}

/**
 * Why an answer ended: it was complete, it wants tools called, it ran out of tokens, it was refused or filtered,
 * the stream broke off, or the provider gave a reason that nobody here knows.
 */
export type StopReason = 'done' | 'calls' | 'length' | 'refused' | 'broken' | 'other'

/** A call as a model made it, under the names of its provider. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  /** The group in which the provider knows the tool, where it has such groups. */
  readonly namespace?: string
  /** JSON text; it may be broken. */
  readonly arguments: string
  /** Why it cannot be believed, although it is there: a stream that broke off, pieces out of order. */
  readonly problem?: string
}

/** A piece of an answer, as soon as it is there. */
export type AnswerDelta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'arguments'; readonly callId: string; readonly text: string }

/** Puts the pieces of a streamed answer together. It never throws: what does not fit is a problem of a call. */
export interface AnswerReader {
  /** Takes one event, parsed from JSON, and gives what it says. */
  push(event: unknown): readonly AnswerDelta[]
  /** The answer so far. One that was never completed ends `broken`, and its calls must not be made. */
  end(): ModelAnswer
}

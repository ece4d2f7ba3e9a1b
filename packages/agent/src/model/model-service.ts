import {
  type AnswerDelta,
  type JsonObject,
  type RunItem,
  type StopReason,
  type ToolDefinition,
  type ToolErrorData,
  type Usage,
  type WireItem,
} from '@armorer/core'
import { type Service } from '@armorer/runtime'

/** The one thing that a provider gives: an answer to a history. Every layer fits it. */
export type ModelService = Service<ModelRequest, ModelReply, 'read'>

export interface ModelRequest {
  /** The history so far. Within one run it is the same list, which only ever grows, so that nothing need be read twice. */
  readonly items: readonly RunItem[]
  /** What may be called; the same list for as long as it holds the same. */
  readonly tools: readonly ToolDefinition[]
  /**
   * Every other field of the request, as the provider calls it: they are passed on untouched. Where they hold tools or instructions
   * too, those of the run are added behind them.
   */
  readonly settings: JsonObject
  /** Hears the answer while it comes. It comes no faster than this takes it. */
  readonly onDelta?: OnDelta | undefined
}

export type OnDelta = (delta: AnswerDelta) => Promise<void> | void

export interface ModelReply {
  /** What the answer adds to the history; nothing where the provider said nothing. */
  readonly items: readonly WireItem[]
  /** In the order in which an answer is owed to each. */
  readonly calls: readonly AskedCall[]
  readonly stop: StopReason
  readonly usage?: Usage | undefined
}

/** A call that a model asks for. */
export interface AskedCall {
  readonly id: string
  /** As the provider knows the tool. */
  readonly name: string
  /** As the toolbox does. */
  readonly tool: string
  /** JSON text; it may be broken. */
  readonly arguments: string
  /** Why it is not made: it broke off, or there is no such tool. */
  readonly refusal?: ToolErrorData | undefined
}

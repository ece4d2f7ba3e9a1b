import { type Decision } from '../decision.js'
import { type ToolErrorData } from '../errors.js'
import { type ToolId } from '../identity.js'
import { type JsonObject, type JsonValue } from '../json.js'

/** One entry of a run's log: what was said on the wire, or what happened beside it. */
export type RunItem = WireItem | RunEvent

/** What a codec reads from one wire format, and can write again byte for byte. */
export type WireItem = MessageItem | OpaqueItem

/** One entry of a history: a chat message, an item of a response, a turn. */
export interface MessageItem {
  readonly kind: 'message'
  /** As the format has it: `user`, `assistant`, `model`, `tool`, …; `''` where it names none. */
  readonly role: string
  readonly parts: readonly Part[]
  /** Which codec read it. An item without one was made here, and fits every codec. */
  readonly format?: string
  /** What the format says beyond role and parts, and in which order. Only its own codec reads it. */
  readonly rest?: JsonObject
}

/** An entry of which a codec understands nothing; its own format takes it as it is. */
export interface OpaqueItem {
  readonly kind: 'opaque'
  readonly format: string
  readonly value: JsonValue
}

/** One thing that is said in a message. `rest` is what its format adds to it. */
export type Part =
  | TextPart
  | RefusalPart
  | ReasoningPart
  | MediaPart
  | ToolCallPart
  | ToolOutputPart
  | OpaquePart

export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly rest?: JsonValue
}

export interface RefusalPart {
  readonly kind: 'refusal'
  readonly text: string
  readonly rest?: JsonValue
}

/** What a model thought. The seal proves to its provider that nobody changed it. */
export interface ReasoningPart {
  readonly kind: 'reasoning'
  readonly text: string
  readonly seal?: string
  readonly rest?: JsonValue
}

/** An image, a sound or a file: by its address, or as base64. */
export interface MediaPart {
  readonly kind: 'media'
  readonly mediaType?: string
  readonly url?: string
  readonly data?: string
  readonly rest?: JsonValue
}

export interface ToolCallPart {
  readonly kind: 'tool_call'
  readonly callId: string
  /** As the provider knows the tool. */
  readonly name: string
  /** JSON text, exactly as the model wrote it where its format carries text. It may be broken. */
  readonly arguments: string
  readonly rest?: JsonValue
}

export interface ToolOutputPart {
  readonly kind: 'tool_output'
  readonly callId: string
  /** As the provider knows the tool, where its format says so. */
  readonly name?: string
  readonly parts: readonly Part[]
  readonly isError?: boolean
  readonly rest?: JsonValue
}

/** A part of which a codec understands nothing. */
export interface OpaquePart {
  readonly kind: 'opaque'
  readonly value: JsonValue
}

/** What happened in a run and was said to no model. It takes no part in any codec. */
export type RunEvent =
  | {
      readonly kind: 'decision'
      readonly callId: string
      readonly tool: ToolId
      readonly decision: Decision
    }
  | {
      readonly kind: 'approval'
      readonly approvalId: string
      readonly callId?: string
      readonly answer: 'approved' | 'rejected' | 'edited'
      readonly by: string
      /** What the person made of the arguments. */
      readonly arguments?: string
      readonly message?: string
    }
  | {
      readonly kind: 'handoff'
      readonly from: string
      readonly to: string
      readonly reason?: string
    }
  | ({ readonly kind: 'usage'; readonly model?: string } & Usage)
  | { readonly kind: 'retry'; readonly attempt: number; readonly error: ToolErrorData }
  | { readonly kind: 'stop'; readonly reason: string; readonly error?: ToolErrorData }

/** What an answer cost, in tokens. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Of the input, what was read from a cache. */
  readonly cachedTokens?: number
  /** Of the output, what was spent on thinking. */
  readonly reasoningTokens?: number
}

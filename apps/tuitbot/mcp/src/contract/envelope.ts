import { type PublishResult } from '@tuitbot/core'
import { z } from 'zod'
import { type WireError } from './wire-error.js'

/** What became of a change, for programs. */
export type OutcomeKind = PublishResult['kind']

/** What an answer says of itself. A type, since what has an open schema must let itself be read by any name. */
export type Meta = {
  readonly tool_version: '1.0'
  readonly elapsed_ms: number
  readonly pagination?: {
    readonly next_token?: string
    readonly result_count: number
    readonly has_more: boolean
  }
  readonly outcome?: OutcomeKind
  /** The same in the words of page and terminal. */
  readonly status?: string
  readonly correlation_id?: string
  readonly rollback?: { readonly reversible: boolean; readonly note?: string }
  readonly mode?: string
  readonly approval_mode?: boolean
}

/** The form of every answer. What failed has an error; what neither failed nor was done, such as what waits for a person, has none. */
export interface Envelope<Data = unknown> {
  readonly success: boolean
  readonly data: Data | null
  readonly error?: WireError
  readonly meta: Meta
}

/** What a tool says; the envelope adds the rest. */
export interface Reply<Data> {
  readonly success?: boolean
  readonly data: Data | null
  readonly error?: WireError
  readonly meta?: Omit<Meta, 'tool_version' | 'elapsed_ms'>
}

export function toEnvelope<Data>(reply: Reply<Data>, elapsedMs: number): Envelope<Data> {
  const { data, error, success = error === undefined, meta } = reply
  return {
    success,
    data,
    ...(error && { error }),
    meta: { tool_version: '1.0', elapsed_ms: Math.max(0, Math.round(elapsedMs)), ...meta },
  }
}

const errorSchema = z.object({
  // Closed in the code, and left open here: a list of all codes with each of a hundred tools is of no use to a model.
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  retry_after_ms: z.number().exactOptional(),
  rate_limit_reset: z.string().exactOptional(),
  policy_decision: z.literal('denied').exactOptional(),
  tweet_index: z.number().exactOptional(),
})

const metaSchema = z.looseObject({ tool_version: z.literal('1.0'), elapsed_ms: z.number() })

/** The schema of an answer whose data is such. */
export function envelopeSchema<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.boolean(),
    data: data.nullable(),
    error: errorSchema.exactOptional(),
    meta: metaSchema,
  })
}

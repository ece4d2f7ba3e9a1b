import { type ToolEvent } from './context.js'
import { type ToolResult } from './outcome.js'

/** What happens while a call is made, in order: it starts, its tools tell what they like, and it finishes. */
export type CallEvent<Output = unknown> = {
  readonly runId: string | undefined
  /** Of the call; or, within a composed tool, of the part that told it. */
  readonly callId: string
  /** Counted from 1, without a gap. */
  readonly sequence: number
  /** In milliseconds, by a clock that only goes on. */
  readonly at: number
} & (
  | { readonly kind: 'started'; readonly name: string | undefined }
  | { readonly kind: 'told'; readonly tool: string; readonly event: ToolEvent }
  /** So many were told faster than they were read, by tools that did not wait. */
  | { readonly kind: 'dropped'; readonly count: number }
  /** The last one, whatever happens. */
  | { readonly kind: 'finished'; readonly result: ToolResult<Output> }
)

/** What an event says beside when it was told. */
export type Untimed<Event> = Event extends unknown
  ? Omit<Event, 'runId' | 'sequence' | 'at'>
  : never

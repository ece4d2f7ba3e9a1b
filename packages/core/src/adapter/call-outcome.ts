import { type ToolErrorData } from '../errors.js'
import { type ToolId } from '../identity.js'

/** A call that may be made: by the tool's own id, with arguments as the tool's own schema asks for. */
export interface ModelCall {
  readonly id: string
  readonly name: ToolId
  /** JSON text. Where the model wrote something else it is kept, for the tool's validation to answer. */
  readonly arguments: string
}

/** What became of a call, as much as a model is told. The results of a toolbox are such. */
export type CallOutcome = OutcomeBase &
  (
    | { readonly kind: 'done' | 'duplicate'; readonly value: unknown }
    | { readonly kind: 'dry_run'; readonly error: ToolErrorData; readonly preview?: unknown }
    | {
        readonly kind: 'failed' | 'denied' | 'pending' | 'in_progress' | 'unknown' | 'cancelled'
        readonly error: ToolErrorData
      }
  )

interface OutcomeBase {
  readonly callId: string
  readonly tool: string
}

import { type SlotRequest } from './slot-request.js'

/** What was written, and what it took. Nothing of it is checked yet: `readSlot` and the checks of a draft do that. */
export interface LlmAnswer {
  readonly text: string
  /** Who wrote it. `offline` is no model: its texts come from templates. */
  readonly provider: string
  readonly model: string
  /** Whether it came to its end, or ran out of room in the middle of something. */
  readonly finish: 'stop' | 'length'
  /** Missing where the provider does not say. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
}

/**
 * Fills one slot: the words of this answer, or of this post. It throws an `LlmError`, or what its caller's signal says, and
 * tries nothing twice: `service(provider.complete, { effects: 'read' })` takes the layers that do.
 */
export interface LlmProvider {
  readonly name: string
  readonly complete: (
    request: SlotRequest,
    ctx?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<LlmAnswer>
}

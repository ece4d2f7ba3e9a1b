/** What is wrong with a conversation, and at which item. */
export type Violation =
  /** A call that nobody answered before something else was said. */
  | { readonly code: 'missing_output'; readonly at: number; readonly callId: string }
  /** An output for a call that was not asked for just before. */
  | { readonly code: 'unknown_output'; readonly at: number; readonly callId: string }
  | { readonly code: 'duplicate_output'; readonly at: number; readonly callId: string }
  | { readonly code: 'duplicate_call_id'; readonly at: number; readonly callId: string }
  | { readonly code: 'empty_call_id'; readonly at: number }
  | { readonly code: 'unknown_role'; readonly at: number; readonly role: string }
  /** A call that someone else than the model makes. */
  | { readonly code: 'misplaced_call'; readonly at: number; readonly callId: string }
  /** A system message in the middle, where the dialect takes them only first. */
  | { readonly code: 'late_system'; readonly at: number }
  /** The model speaks before anyone has spoken to it. */
  | { readonly code: 'assistant_first'; readonly at: number }
  | { readonly code: 'no_user'; readonly at: number }
  | { readonly code: 'opaque_item'; readonly at: number }

export type ViolationCode = Violation['code']

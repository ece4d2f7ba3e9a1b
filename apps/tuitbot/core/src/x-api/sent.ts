import { type ProviderCode } from './provider-error.js'

/**
 * What became of one send. `applied`: X has it. `refused`, `duplicate` and `not_sent`: X certainly did not do it now.
 * `unknown`: it may or may not have happened, and only reading back can tell.
 */
export type Sent<Value> =
  | { readonly kind: 'applied'; readonly value: Value; readonly externalId?: string }
  | {
      readonly kind: 'refused'
      readonly code: ProviderCode
      readonly message: string
      readonly retryAfterMs?: number
    }
  | { readonly kind: 'duplicate'; readonly message: string }
  | { readonly kind: 'not_sent'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string }

import { type Denial } from '../outcome.js'
import { type Principal } from '../request.js'

/** What is to be forgotten. That it was, by whom and why, stays on record. */
export interface EraseInput {
  readonly account: string
  /** These intents, or all that were asked for before this time. */
  readonly which: { readonly intents: readonly string[] } | { readonly before: number }
  readonly by: Principal
  readonly reason: string
}

export type Erased =
  | {
      readonly kind: 'erased'
      readonly intents: number
      readonly links: number
      /** How many were left as they are: someone still needs to know what they are about. */
      readonly kept: number
      /** Whether it is gone from the files too. If not, nobody can read it, but traces wait for the database to tidy up. */
      readonly gone: boolean
    }
  | Denial

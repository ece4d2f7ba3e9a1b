import { type IntentRef } from './outcome.js'

/** What an evaluation hands out for one dispatch. It is worth something only to the gateway that made it. */
export interface Ticket extends IntentRef {
  readonly generation: number
  readonly account: string
  readonly operation: string
}

import { type XRead } from '../../x-api/x-read.js'
import { type XWrite } from '../../x-api/x-write.js'

/** An account's way to X, in both directions. Only effects get to see one. */
export interface Door {
  readonly read: XRead
  readonly write: XWrite
  /** The id of the account on X. */
  readonly userId: string
}

/** The door of an account; it throws for one that is not logged in. */
export type Doors = (account: string) => Door

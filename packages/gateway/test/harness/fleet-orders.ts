import { type Limit } from '../../src/index.js'
import { type Fault } from './faulty-driver.js'
import { type Fate } from './fleet-times.js'

interface OrderBase {
  readonly path: string
  /** Where the far side is. */
  readonly far: string
  readonly account: string
  readonly fate?: Fate | undefined
  readonly memory?: 'on' | 'off' | undefined
  readonly limits?: readonly Limit[] | undefined
  /** As which version it writes; ours if it is not said. */
  readonly writerVersion?: number | undefined
  /** Its texts are one thread, and not posts of their own. */
  readonly thread?: boolean | undefined
  /** Names every point it passes. */
  readonly labels?: boolean | undefined
}

/** What a process of the fleet is told to do. */
export type Order = OrderBase &
  (
    | {
        readonly kind: 'run'
        readonly texts: readonly string[]
        readonly fault?: string | undefined
      }
    | {
        readonly kind: 'recover'
        readonly texts: readonly string[]
        readonly untilMs: number
        /** How often it looks; without it, all the time. */
        readonly everyMs?: number | undefined
      }
    | {
        readonly kind: 'rounds'
        readonly times: number
        readonly rounds: ReadonlyArray<{ readonly text: string; readonly at: number }>
      }
    | {
        readonly kind: 'together'
        readonly name: string
        /** How many processes begin each round at the same moment. */
        readonly of: number
        /** Each with an account of its own. */
        readonly rounds: number
        /** How many different calls of this process, one after the other. */
        readonly times: number
      }
    | {
        readonly kind: 'decide'
        readonly person: string
        readonly at: number
        readonly decisions: ReadonlyArray<{
          readonly intent: string
          readonly does: 'approve' | 'reject' | 'edit'
        }>
      }
    | {
        readonly kind: 'load'
        readonly name: string
        readonly lanes: number
        /** Its driver fails so, in turn: at the first call, at the second after that, at the third, and so on. */
        readonly faults?: readonly Fault[] | undefined
      }
  )

import { type ArgsOf, type ToolSchema } from '@armorer/core'
import { type Operation } from './operation.js'
import { type Permit } from './permit.js'

/** Who asks. Agents and loops never decide for themselves. */
export interface Principal {
  readonly kind: 'person' | 'agent' | 'loop'
  readonly id: string
}

/** One intended change. */
export interface GatewayRequest<
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema = ToolSchema,
> {
  readonly operation: Operation<In, Out>
  readonly args: ArgsOf<In>
  readonly account: string
  readonly principal: Principal
  /** How the asking application runs: `autopilot`, `composer`, or whatever its policy speaks of. */
  readonly mode?: string | undefined
  /** Where what the asker has read came from: `untrusted` for text written by strangers. */
  readonly labels?: readonly string[] | undefined
  /** The same key means the same intent, for a day. */
  readonly idempotencyKey?: string | undefined
  /** Meant once more, although the same was done a moment ago. It needs a key of its own, and a rule that lets it. */
  readonly allowRepeat?: boolean | undefined
  /** The person who asks has seen the preview: request and decision in one. Agents and loops cannot say so. */
  readonly confirmed?: boolean | undefined
}

/** How one call is made. */
export interface RunOptions {
  /** Asked until the change is on its way; from then on it is finished, whoever waits. */
  readonly isCancelled?: (() => boolean) | undefined
  /** Told at the last moment at which nothing has been done yet. */
  readonly onBegin?: (() => void) | undefined
  /** For an effect made of a tool: runs its handler through the layers around it. */
  readonly handler?: ToolHandler | undefined
}

export type ToolHandler = (permit: Permit) => Promise<unknown>

import { z } from 'zod'
import {
  effect,
  operation,
  spendPermit,
  type Effect,
  type EffectSpec,
  type GatewayOptions,
  type GatewayRequest,
  type SendCall,
  type Sent,
} from '../../src/index.js'
import { createSmallWorld, PERSON, type SmallWorld } from './small-world.js'

export const act = operation({
  name: 'thing.act',
  input: z.object({ text: z.string(), more: z.unknown().optional() }),
})

export interface OneEffectWorld extends SmallWorld {
  /** Every request that was sent. */
  readonly sent: unknown[]
  ask(text?: string, more?: Partial<GatewayRequest>): GatewayRequest
  run(text?: string, more?: Partial<GatewayRequest>): ReturnType<SmallWorld['gateway']['run']>
}

/** What becomes of a send whose permit has been spent. */
export type Reply = (request: unknown, call: SendCall) => Promise<Sent> | Sent

/** A world of one effect, `thing.act`, which answers as said. */
export function oneEffectWorld(
  reply: Reply,
  over: Partial<EffectSpec> = {},
  options: Partial<GatewayOptions> = {},
): OneEffectWorld {
  const sent: unknown[] = []
  const one = actEffect(sent, reply, over)
  const world = createSmallWorld({ effects: [one], ...options })
  const ask: OneEffectWorld['ask'] = (text = 'a', more = {}) => ({
    operation: act,
    args: { text },
    account: 'alice',
    principal: PERSON,
    ...more,
  })
  return { ...world, sent, ask, run: (text, more) => world.gateway.run(ask(text, more)) }
}

export function actEffect(sent: unknown[], reply: Reply, over: Partial<EffectSpec> = {}): Effect {
  const spec: EffectSpec = {
    operation: act,
    class: 'create',
    encode: (args) => ({ path: '/act', body: args }),
    async send(permit, request, call) {
      spendPermit(permit, request)
      sent.push(request)
      return reply(request, call)
    },
    ...over,
  }
  return effect(spec)
}

export const done: Reply = () => ({ kind: 'applied', value: 'done' })

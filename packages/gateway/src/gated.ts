import { stop, type ToolDefinition } from '@armorer/core'
import { type CallContext, type UniformLayer } from '@armorer/runtime'
import { GATE, operationOf } from './effect-of.js'
import { type Gateway } from './gateway.js'
import { type GatewayRequest } from './request.js'
import { through } from './through.js'
import { toToolResult } from './to-tool-result.js'

export interface GateOptions {
  /** For calls that name no account. */
  readonly account?: string | undefined
  readonly mode?: string | undefined
}

/** Lets a tool's writes go through a gateway, which must know the tool's effect. Reads pass by. */
export function gated(gateway: Gateway, options: GateOptions = {}): UniformLayer {
  if (typeof gateway?.run !== 'function') {
    throw new TypeError('gated needs a gateway, as createGateway makes it')
  }
  return (inner) => {
    if (inner.effects === 'none' || inner.effects === 'read') return inner
    return through(inner, GATE, async (input, ctx) => {
      const letGo = ctx.holdBack()
      try {
        const outcome = await gateway.run(toRequest(input, ctx, options), {
          isCancelled: () => ctx.cancelled,
          onBegin: () => ctx.begin(),
          handler: (permit) => inner.call(input, ctx.detach({ permit })),
        })
        // The inner service made this value, now or when the same was asked before.
        return toToolResult(outcome).value as Awaited<ReturnType<typeof inner.call>>
      } finally {
        letGo()
      }
    })
  }
}

function toRequest(input: unknown, ctx: CallContext, options: GateOptions): GatewayRequest {
  const { tool, facts } = ctx
  const account = facts.account ?? options.account
  if (!tool) throw missing('a gate stands around tools, and this is none')
  if (account === undefined)
    throw missing(`${tool.id}: whose account? Pass { account } with the call`)
  if (!facts.principal) throw missing(`${tool.id}: who asks? Pass { principal } with the call`)
  return {
    operation: operationFor(tool),
    args: input,
    account,
    principal: facts.principal,
    mode: options.mode,
    labels: facts.labels,
    idempotencyKey: facts.idempotencyKey,
  }
}

function operationFor(tool: ToolDefinition) {
  return { name: operationOf(tool), input: tool.input }
}

function missing(message: string) {
  return stop({ kind: 'denied', rule: 'gate' }, message, { code: 'gateway.incomplete_call' })
}

import { type Decision, type ToolDefinition, stop } from '@armorer/core'
import { notTaken } from '../check-arguments.js'
import { type CallContext, type Principal } from '../context.js'
import { notBegun } from '../outcome.js'
import { type Effects, type Service, type UniformLayer } from '../service.js'

/** What someone is asked to decide on. */
export interface ApprovalRequest {
  readonly tool: ToolDefinition | undefined
  /** The validated input, frozen: what will run is exactly this. */
  readonly input: unknown
  readonly principal: Principal | undefined
  readonly account: string | undefined
  readonly labels: readonly string[]
}

/** Decides whether a call may go ahead: a policy, or a person behind it. */
export type Approver = (request: ApprovalRequest, ctx: CallContext) => Promise<Decision> | Decision

/** Asks before each call. Anything but a plain `allow` stops it, and an approver that fails has not allowed it. */
export function approval(approver: Approver): UniformLayer {
  if (typeof approver !== 'function')
    throw notTaken('approval', 'an approver, a function', approver)
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>): Service<Req, Res, E> => ({
    effects: inner.effects,
    names: ['approval', ...inner.names],
    decides: true,
    async call(request, ctx) {
      const decision = await askedFor(approver, toRequest(request, ctx), ctx)
      if (ctx.cancelled) throw notBegun(inner.names.at(-1) ?? 'the call')
      switch (decision.kind) {
        case 'allow':
          return inner.call(request, ctx)
        case 'ask':
          throw stop(
            { kind: 'pending', asks: decision.asks },
            decision.asks.map(({ message }) => message).join('; '),
          )
        case 'dry_run':
          throw stop({ kind: 'dry_run' }, messageOf(decision.reasons))
        case 'deny':
          throw deniedBy(decision.reasons)
        default:
          throw stop({ kind: 'denied' }, 'the approver gave a decision of an unknown kind')
      }
    },
  })
}

/** While someone decides, nothing is done. */
async function askedFor(
  approver: Approver,
  request: ApprovalRequest,
  ctx: CallContext,
): Promise<Decision> {
  const letGo = ctx.holdBack()
  try {
    return await approver(request, ctx)
  } finally {
    letGo()
  }
}

function toRequest(input: unknown, { facts, tool }: CallContext): ApprovalRequest {
  return {
    tool,
    input,
    principal: facts.principal,
    account: facts.account,
    labels: facts.labels ?? [],
  }
}

function deniedBy(reasons: ReadonlyArray<{ message: string; rule?: string }>) {
  const rule = reasons.find((reason) => reason.rule !== undefined)?.rule
  return stop({ kind: 'denied', ...(rule !== undefined && { rule }) }, messageOf(reasons))
}

function messageOf(reasons: ReadonlyArray<{ message: string }>): string {
  return reasons.map(({ message }) => message).join('; ')
}

import { type Principal } from '@armorer/gateway'
import { type WorkflowCtx } from './ctx.js'

interface Switching {
  readonly by: Principal
  readonly reason: string
}

/** Nothing leaves from now on, of whatever account. */
export function pause({ gateway }: WorkflowCtx, { by, reason }: Switching): Promise<void> {
  return gateway.pause({ by, reason })
}

/** Things leave again: also those of an account that has stopped by itself. */
export async function resume(
  { gateway }: WorkflowCtx,
  { account, by, reason }: Switching & { readonly account: string },
): Promise<void> {
  await gateway.resume({ by, reason })
  if ((await gateway.control(account)).paused) await gateway.resume({ account, by, reason })
}

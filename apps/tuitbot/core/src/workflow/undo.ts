import { type Outcome, type Principal } from '@armorer/gateway'
import { type WorkflowCtx } from './ctx.js'
import { NotFound } from './errors.js'
import { deletePost } from './operations.js'

/** Takes back what an intent did, as an intent of its own. What a person asks here is decided by that. */
export async function undo(
  ctx: WorkflowCtx,
  { intent: id, by }: { readonly intent: string; readonly by: Principal },
): Promise<Outcome> {
  const intent = await ctx.gateway.show(id)
  if (!intent) throw new NotFound(`there is no ${id}`)
  if (intent.state !== 'succeeded' || intent.undo?.operation !== deletePost.name) {
    return { kind: 'denied', code: 'invalid_input', reason: 'this cannot be undone' }
  }
  const args = deletePost.input.parse(intent.undo.args)
  return ctx.gateway.run({
    operation: deletePost,
    args,
    account: intent.account,
    principal: by,
    mode: ctx.config.mode,
    confirmed: by.kind === 'person',
  })
}

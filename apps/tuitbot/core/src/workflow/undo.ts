import { type Intent, type Outcome, type Principal } from '@armorer/gateway'
import { listUndone } from '../storage/undone.js'
import { type WorkflowCtx } from './ctx.js'
import { getIntent } from './get-intent.js'
import { deletePost } from './operations.js'
import { wordOfIntent } from './words.js'

/** Takes back what an intent did, as an intent of its own. What a person asks here is decided by that. */
export async function undo(
  ctx: WorkflowCtx,
  { intent: id, by }: { readonly intent: string; readonly by: Principal },
): Promise<Outcome> {
  const intent = await getIntent(ctx.gateway, id)
  if (intent.state !== 'succeeded' || intent.undo?.operation !== deletePost.name) {
    return { kind: 'denied', code: 'invalid_input', reason: whyNot(intent) }
  }
  const args = deletePost.input.parse(intent.undo.args)
  const before = await findUndoing(ctx, intent.account, args.id)
  if (before) return before
  return ctx.gateway.run({
    operation: deletePost,
    args,
    account: intent.account,
    principal: by,
    mode: ctx.config.mode,
    confirmed: by.kind === 'person',
  })
}

/** What came of it when the post was taken back before; it is asked for once, however long ago that was. */
async function findUndoing(
  { db, gateway }: WorkflowCtx,
  account: string,
  postId: string,
): Promise<Outcome | undefined> {
  const undone = (await db.read((db) => listUndone(db, account, [postId]))).get(postId)
  return undone && gateway.outcome(undone.intent)
}

function whyNot(intent: Intent): string {
  const { state, queueId } = intent
  if (state === 'awaiting_approval') {
    return `this has not gone out: it waits for you as #${queueId}, and can be rejected there (tuitbot approvals reject ${queueId})`
  }
  if (state === 'approved') {
    return `this has not gone out yet: tuitbot approvals reject ${queueId} takes it back`
  }
  return state === 'succeeded'
    ? 'a deletion cannot be undone'
    : `there is nothing to undo: ${wordOfIntent(intent)}`
}
